import type { Brand } from '../en/page';
import type { ServedTexts } from '../en/served';
import { formatPercent } from './numbers';

export const createServedTexts = ({ brand }: Brand): ServedTexts => ({
  brand,
  control: {
    connect: 'ربط المحفظة',
    account: 'الحساب',
    reconnect: 'إعادة ربط {wallet}',
    pending: '(معاملة قيد الانتظار)',
  },
  home: `${brand}، الصفحة الرئيسية`,
  skip: 'انتقل إلى المحتوى',
  noScript: 'فعّل JavaScript لربط محفظة.',
  meta: {
    title: `${brand}: اقتراض USDC بلا فوائد`,
    description: 'قدِّم SOL. اقترِض USDC. بلا فوائد: تدخل عملات SOL في التحصيص (staking)، وتتقاسم مكافآته مع المُقرِضين.',
    picture: `اقترِض USDC بلا فوائد. ${brand}.`,
  },
  hero: {
    headline: 'اقترِض USDC بلا فوائد.',
    subline: 'قدِّم SOL. اقترِض USDC.',
    join: 'الانضمام إلى ألفا',
    how: 'كيف يعمل',
  },
  steps: {
    title: 'كيف يعمل',
    lead: 'ثلاث خطوات، بلا فوائد.',
    list: [
      { title: 'قدِّم SOL', text: 'عملات SOL التي تقدّمها هي ضمان USDC الذي تقترضه.' },
      { title: 'تدخل SOL في التحصيص (staking)', text: 'تكسب مكافآت التحصيص. تتقاسمها مع المُقرِضين بدل دفع الفوائد.' },
      { title: 'استلم USDC', text: 'يصلك USDC عبر سوق خارج البورصة (OTC). قد يستغرق ذلك من 3 إلى 4 أيام.' },
    ],
    more: 'معرفة المزيد',
    moreAbout: `عن طريقة عمل ${brand}، في الورقة التعريفية (litepaper) (يُفتح في علامة تبويب جديدة)`,
  },
  halal: {
    title: `حلال ${formatPercent(100)}`,
    list: [
      { title: 'بلا فوائد (ربا)', text: 'لا تدفع أي فائدة على USDC الذي تستلمه.' },
      { title: 'تقاسم عادل للأرباح', text: 'تُقسَم مكافآت التحصيص بينك وبين المُقرِضين.' },
      { title: 'متوافق مع الشريعة', text: 'يكسب المُقرِضون حصةً من المكافآت، لا فائدة.' },
    ],
  },
  backers: { title: 'بدعم من الأفضل' },
  footer: {
    risk: 'قد تنخفض قيمة SOL ومكافآت تحصيصه. هذه نسخة ألفا محدودة: لا تنضمّ إلا بما يمكنك تحمّل خسارته. لا شيء هنا يُعدّ مشورة مالية أو شرعية.',
    rights: `© ${brand}`,
    licenses: 'التراخيص',
    language: 'اللغة',
    commit: 'Commit',
    root: 'الجذر',
  },
  error: {
    title: 'خطأ غير متوقع في التطبيق!',
    notFound: '404 الصفحة غير موجودة',
    crashed: 'حدث خطأ ما. لم يُرسَل أي شيء. ارجع وحاول مرة أخرى.',
    home: 'العودة إلى الصفحة الرئيسية',
    damaged: 'هذه النسخة من الصفحة تالفة أو تغيّرت في الطريق، لذلك لا تعمل. من فضلك لا توصل محفظة هنا، وعُد لاحقًا.',
  },
});
