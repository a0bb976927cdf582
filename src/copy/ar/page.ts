import type { CostComparison } from '#domain/comparison';
import type { AmountLimits, Brand, PageTexts } from '../en/page';
import { formatDollars, formatNegativeDollars, formatPercent, formatUsdc, groupDigits } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'أدخل مبلغًا للمقارنة.';

export const createPageTexts = ({ brand }: Brand, { min, max }: AmountLimits): PageTexts => ({
  brand,
  notFound: '404 الصفحة غير موجودة',
  newTab: '(يُفتح في علامة تبويب جديدة)',
  close: 'إغلاق',
  trace: 'نسخ تفاصيل الخطأ',
  traced: { copied: 'نُسخت تفاصيل الخطأ.', refused: 'تعذّر نسخ التفاصيل. حدّدها أدناه.' },
  comparison: {
    title: `اقتراض أرخص بنسبة ${formatPercent(50)}`,
    lead: 'بدل دفع الفوائد، تتقاسم مكافآت التحصيص. أدخل مبلغًا لترى تكلفة سنة لدى كلٍّ منهما.',
    amount: 'المبلغ المراد اقتراضه',
    unit: 'USDC',
    cost: 'التكلفة لسنة واحدة',
    rival: RIVAL,
    saving: 'توفّر',
    footnote: `على أساس معدّل فائدة ${formatPercent(5)} لدى المنافس وعائد سنوي (APY) قدره ${formatPercent(8)} لتحصيص SOL. الأرقام مقرّبة إلى دولارات صحيحة.`,
    quick: formatUsdc,
    percent: ({ savingsPercentage }: CostComparison) => formatPercent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? formatNegativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `أقل بمقدار ${formatDollars(difference)} من ${RIVAL} خلال سنة واحدة.`
        : `عند هذا المبلغ، تُقرَّب التكلفتان إلى ${formatDollars(0)}.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${formatUsdc(amount)} لمدة سنة: التكلفة ${formatDollars(kaminoCost)} لدى ${RIVAL}، والتكلفة ${formatDollars(iABorrowCost)} لدى ${brand}. توفّر ${formatDollars(difference)}، أي ${formatPercent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: 'كم تريد أن تقترض من USDC؟',
    lead: 'ألفا جولة أولى محدودة. هذا طلب مكان فقط: لا يُقترَض شيء بعد.',
    field: 'المبلغ',
    slider: 'مبلغ USDC',
    unit: 'USDC',
    valueText: formatUsdc,
    more: (by: number) => `زيادة ${groupDigits(by)}`,
    less: (by: number) => `إنقاص ${groupDigits(by)}`,
    help: `حرّك المؤشّر أو اكتب مبلغًا من ${formatDollars(min)} إلى ${formatDollars(max)}`,
    limit: {
      min: `أصغر مبلغ هو ${formatDollars(min)}.`,
      max: `أكبر مبلغ هو ${formatDollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${formatUsdc(amount)}. المتبقي ${formatDollars(rest)}.`,
    remaining: 'المتبقي من مخصّصات ألفا المحدودة!',
    taken: (amount: number) => `محجوز ${formatDollars(amount)}`,
    yours: (amount: number, total: number) => `لك ${formatDollars(amount)} من ${formatDollars(total)}`,
    request: 'طلب الانضمام إلى ألفا',
    exceeds: 'المبلغ يتجاوز المخصّص',
    smaller: 'اختر مبلغًا أصغر للمتابعة.',
    after: 'يفتح Telegram ورسالتك جاهزة. لا يُرسَل شيء حتى ترسله أنت.',
    notice: 'طلبك',
    requested: {
      opened: { text: 'فُتح Telegram في علامة تبويب جديدة مع طلبك.', link: 'فتح مرة أخرى' },
      unopened: { text: 'لم يُفتح Telegram.', link: 'فتح Telegram' },
    },
  },
  wallet: {
    title: 'ربط محفظة',
    retry: 'إعادة المحاولة',
    slow: { title: 'لحظة من فضلك…', text: 'جارٍ تحميل محافظك.' },
    updating: { title: 'حُدِّثت هذه الصفحة', text: 'جارٍ تحميل النسخة الجديدة…' },
    broken: { title: 'تعذّر التحميل', text: 'محفظتك بخير ولم يُرسَل شيء. حاول مرة أخرى.' },
    offline: { title: 'لا يوجد اتصال بالإنترنت', text: 'اتصل بالإنترنت، ثم أعد المحاولة.' },
  },
});
