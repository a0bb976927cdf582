import type { CostComparison } from '#domain/comparison';
import type { AmountLimits, Brand, PageTexts } from '../en/page';
import { formatDollars, formatNegativeDollars, formatPercent, formatUsdc, groupDigits } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'Karşılaştırmak için bir tutar girin.';

export const createPageTexts = ({ brand }: Brand, { min, max }: AmountLimits): PageTexts => ({
  brand,
  notFound: '404 Bulunamadı',
  newTab: '(yeni sekmede açılır)',
  close: 'Kapat',
  trace: 'Hata ayrıntılarını kopyala',
  traced: { copied: 'Hata ayrıntıları kopyalandı.', refused: 'Ayrıntılar kopyalanamadı. Aşağıdan seçin.' },
  comparison: {
    title: 'Borç almak %50 daha ucuz',
    lead: 'Faiz ödemek yerine staking ödüllerini paylaşırsınız. Her birinde bir yılın maliyetini görmek için bir tutar girin.',
    amount: 'Borç alınacak tutar',
    unit: 'USDC',
    cost: '1 yıllık maliyet',
    rival: RIVAL,
    saving: 'Tasarrufunuz',
    footnote: 'Rakibin %5 faiz oranına ve %8 SOL staking getirisine (APY) göre. Tam dolara yuvarlanmıştır.',
    quick: formatUsdc,
    percent: ({ savingsPercentage }: CostComparison) => formatPercent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? formatNegativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${RIVAL} ile karşılaştırıldığında 1 yılda ${formatDollars(difference)} daha az.`
        : `Bu tutarda ikisi de ${formatDollars(0)} olarak yuvarlanır.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${formatUsdc(amount)} için 1 yıllık maliyet ${RIVAL} ile ${formatDollars(kaminoCost)}, ${brand} ile ${formatDollars(iABorrowCost)}. Tasarrufunuz ${formatDollars(difference)}, yani ${formatPercent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: 'Ne kadar USDC borç almak istiyorsunuz?',
    lead: 'Alfa, sınırlı ilk turdur. Bu yalnızca bir yer talebidir: henüz borç alınmaz.',
    field: 'Tutar',
    slider: 'USDC tutarı',
    unit: 'USDC',
    valueText: formatUsdc,
    more: (by: number) => `${groupDigits(by)} artır`,
    less: (by: number) => `${groupDigits(by)} azalt`,
    help: `Kaydırın veya ${formatDollars(min)} ile ${formatDollars(max)} arasında bir tutar yazın`,
    limit: {
      min: `En küçük tutar: ${formatDollars(min)}.`,
      max: `En büyük tutar: ${formatDollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${formatUsdc(amount)}. Kalan: ${formatDollars(rest)}.`,
    remaining: 'Sınırlı alfa kontenjanından kalan!',
    taken: (amount: number) => `Dolu: ${formatDollars(amount)}`,
    yours: (amount: number, total: number) => `Siz: ${formatDollars(amount)} / ${formatDollars(total)}`,
    request: 'Alfaya Katılma Talebi',
    exceeds: 'Tutar Kontenjanı Aşıyor',
    smaller: 'Devam etmek için daha küçük bir tutar seçin.',
    after: 'Telegram, mesajınız hazır olarak açılır. Siz gönderene kadar hiçbir şey gönderilmez.',
    notice: 'Talebiniz',
    requested: {
      opened: { text: 'Telegram, talebinizle yeni bir sekmede açıldı.', link: 'Yeniden aç' },
      unopened: { text: 'Telegram açılmadı.', link: 'Telegram’ı aç' },
    },
  },
  wallet: {
    title: 'Cüzdan bağla',
    retry: 'Yeniden dene',
    slow: { title: 'Bir saniye…', text: 'Cüzdanlarınız yükleniyor.' },
    updating: { title: 'Bu sayfa güncellendi', text: 'Yeni sürüm yükleniyor…' },
    broken: { title: 'Yüklenemedi', text: 'Cüzdanınız güvende ve hiçbir şey gönderilmedi. Lütfen yeniden deneyin.' },
    offline: { title: 'Çevrimdışısınız', text: 'İnternete yeniden bağlanın, sonra tekrar deneyin.' },
  },
});
