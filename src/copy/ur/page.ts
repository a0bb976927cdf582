import type { CostComparison } from '#domain/comparison';
import type { AmountLimits, Brand, PageTexts } from '../en/page';
import { formatDollars, formatNegativeDollars, formatPercent, formatUsdc, groupDigits } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'موازنے کے لیے رقم درج کریں۔';

export const createPageTexts = ({ brand }: Brand, { min, max }: AmountLimits): PageTexts => ({
  brand,
  notFound: '404 صفحہ نہیں ملا',
  newTab: '(نئے ٹیب میں کھلتا ہے)',
  close: 'بند کریں',
  trace: 'خرابی کی تفصیلات کاپی کریں',
  traced: { copied: 'خرابی کی تفصیلات کاپی ہو گئیں۔', refused: 'تفصیلات کاپی نہیں ہو سکیں۔ نیچے سے منتخب کریں۔' },
  comparison: {
    title: `قرض لینا ${formatPercent(50)} سستا`,
    lead: 'سود دینے کے بجائے آپ اسٹیکنگ کے انعامات بانٹتے ہیں۔ رقم درج کریں اور دیکھیں کہ ہر ایک کے ساتھ سال بھر کا خرچ کتنا ہے۔',
    amount: 'قرض کی رقم',
    unit: 'USDC',
    cost: '1 سال کا خرچ',
    rival: RIVAL,
    saving: 'آپ کی بچت',
    footnote: `حریف کی ${formatPercent(5)} شرحِ سود اور SOL اسٹیکنگ کے ${formatPercent(8)} سالانہ منافع (APY) کی بنیاد پر۔ اعداد پورے ڈالر تک ہیں۔`,
    quick: formatUsdc,
    percent: ({ savingsPercentage }: CostComparison) => formatPercent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? formatNegativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${RIVAL} کے مقابلے میں 1 سال میں ${formatDollars(difference)} کم۔`
        : `اس رقم پر دونوں کا خرچ ${formatDollars(0)} بنتا ہے۔`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${formatUsdc(amount)} کا 1 سال کا خرچ ${RIVAL} پر ${formatDollars(kaminoCost)} اور ${brand} پر ${formatDollars(iABorrowCost)} ہے۔ آپ ${formatDollars(difference)} یعنی ${formatPercent(savingsPercentage)} بچاتے ہیں۔`
        : EMPTY,
  },
  alpha: {
    title: 'آپ کتنے USDC قرض لینا چاہتے ہیں؟',
    lead: 'الفا پہلا، محدود مرحلہ ہے۔ یہ صرف جگہ کی درخواست ہے: ابھی کوئی قرض نہیں لیا جا رہا۔',
    field: 'رقم',
    slider: 'USDC کی رقم',
    unit: 'USDC',
    valueText: formatUsdc,
    more: (by: number) => `${groupDigits(by)} زیادہ`,
    less: (by: number) => `${groupDigits(by)} کم`,
    help: `سلائیڈ کریں یا ${formatDollars(min)} سے ${formatDollars(max)} تک کوئی رقم لکھیں`,
    limit: {
      min: `کم از کم رقم ${formatDollars(min)} ہے۔`,
      max: `زیادہ سے زیادہ رقم ${formatDollars(max)} ہے۔`,
    },
    stepped: (amount: number, rest: number) => `${formatUsdc(amount)}۔ ${formatDollars(rest)} باقی۔`,
    remaining: 'محدود الفا میں باقی گنجائش!',
    taken: (amount: number) => `لیا جا چکا ${formatDollars(amount)}`,
    yours: (amount: number, total: number) => `آپ کا ${formatDollars(amount)}، کل ${formatDollars(total)} میں سے`,
    request: 'الفا میں شمولیت کی درخواست',
    exceeds: 'رقم گنجائش سے زیادہ ہے',
    smaller: 'آگے بڑھنے کے لیے کم رقم چنیں۔',
    after: 'Telegram آپ کے تیار پیغام کے ساتھ کھلتا ہے۔ جب تک آپ نہ بھیجیں، کچھ نہیں جاتا۔',
    notice: 'آپ کی درخواست',
    requested: {
      opened: { text: 'Telegram آپ کی درخواست کے ساتھ نئے ٹیب میں کھل گیا۔', link: 'دوبارہ کھولیں' },
      unopened: { text: 'Telegram نہیں کھلا۔', link: 'Telegram کھولیں' },
    },
  },
  wallet: {
    title: 'والیٹ جوڑیں',
    retry: 'دوبارہ کوشش کریں',
    slow: { title: 'ایک لمحہ…', text: 'آپ کے والیٹس لوڈ ہو رہے ہیں۔' },
    updating: { title: 'یہ صفحہ اپ ڈیٹ ہو گیا ہے', text: 'نیا ورژن لوڈ ہو رہا ہے…' },
    broken: {
      title: 'یہ لوڈ نہیں ہوا',
      text: 'آپ کا والیٹ ٹھیک ہے اور کچھ نہیں بھیجا گیا۔ براہِ کرم دوبارہ کوشش کریں۔',
    },
    offline: { title: 'آپ آف لائن ہیں', text: 'انٹرنیٹ سے دوبارہ جڑیں، پھر کوشش کریں۔' },
  },
});
