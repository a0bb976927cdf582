import type { Brand } from '../en/page';
import type { Served } from '../en/served';
import { percent } from './numbers';

/** Returns the sentences of the static HTML. Scripts contain none of them. */
export const served = ({ brand }: Brand): Served => ({
  brand,
  control: {
    connect: 'والیٹ جوڑیں',
    account: 'اکاؤنٹ',
    reconnect: '{wallet} دوبارہ جوڑیں',
    pending: '(ٹرانزیکشن زیرِ عمل)',
  },
  home: `${brand} کا ہوم پیج`,
  skip: 'مواد پر جائیں',
  noScript: 'والیٹ جوڑنے کے لیے JavaScript آن کریں۔',
  meta: {
    title: `${brand}: بلا سود USDC قرض لیں`,
    description:
      'SOL فراہم کریں۔ USDC قرض لیں۔ کوئی سود نہیں: آپ کا SOL اسٹیک ہوتا ہے، اور اسٹیکنگ کے انعامات آپ قرض دہندگان کے ساتھ بانٹتے ہیں۔',
    picture: `بلا سود USDC قرض لیں۔ ${brand}۔`,
  },
  hero: {
    headline: 'بلا سود USDC قرض لیں۔',
    subline: 'SOL فراہم کریں۔ USDC قرض لیں۔',
    join: 'الفا میں شامل ہوں',
    how: 'یہ کیسے کام کرتا ہے',
  },
  steps: {
    title: 'یہ کیسے کام کرتا ہے',
    lead: 'تین مراحل، کوئی سود نہیں۔',
    list: [
      { title: 'SOL فراہم کریں', text: 'آپ جو USDC قرض لیتے ہیں، آپ کا SOL اس کی ضمانت ہے۔' },
      {
        title: 'آپ کا SOL اسٹیک ہوتا ہے',
        text: 'اس پر اسٹیکنگ کے انعامات ملتے ہیں۔ سود دینے کے بجائے آپ انہیں قرض دہندگان کے ساتھ بانٹتے ہیں۔',
      },
      {
        title: 'USDC وصول کریں',
        text: 'آپ کا USDC اوور دی کاؤنٹر (OTC) مارکیٹ کے ذریعے آتا ہے۔ اس میں 3 سے 4 دن لگ سکتے ہیں۔',
      },
    ],
    more: 'مزید جانیں',
    moreAbout: `${brand} کے کام کے طریقے کے بارے میں، لائٹ پیپر میں (نئے ٹیب میں کھلتا ہے)`,
  },
  halal: {
    title: `${percent(100)} حلال`,
    list: [
      { title: 'کوئی سود (ربا) نہیں', text: 'آپ کو ملنے والے USDC پر آپ کوئی سود نہیں دیتے۔' },
      { title: 'منافع کی منصفانہ تقسیم', text: 'اسٹیکنگ کے انعامات آپ اور قرض دہندگان میں تقسیم ہوتے ہیں۔' },
      { title: 'شریعت کے مطابق', text: 'قرض دہندگان انعامات میں حصہ پاتے ہیں، سود نہیں۔' },
    ],
  },
  backers: { title: 'بہترین لوگوں کی حمایت سے' },
  footer: {
    risk: 'SOL اور اس کے اسٹیکنگ انعامات کی قدر گر سکتی ہے۔ یہ ایک محدود الفا ہے: صرف اتنے کے ساتھ شامل ہوں جس کا نقصان آپ برداشت کر سکیں۔ یہاں کوئی بات مالی یا شرعی مشورہ نہیں ہے۔',
    rights: `© ${brand}`,
    licenses: 'لائسنس',
    language: 'زبان',
    commit: 'Commit',
    root: 'روٹ',
  },
  error: {
    title: 'ایپلیکیشن میں غیر متوقع خرابی!',
    notFound: '404 صفحہ نہیں ملا',
    crashed: 'کچھ غلط ہو گیا۔ کچھ نہیں بھیجا گیا۔ براہِ کرم واپس جائیں اور دوبارہ کوشش کریں۔',
    home: 'ہوم پیج پر واپس جائیں',
  },
});
