import type { CostComparison } from '#domain/comparison';
import type { Brand, Limits, Page } from '../en/page';
import { dollars, groupDigits, negativeDollars, percent, usdc } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'Karşılaştırmak için bir tutar girin.';

export const page = ({ brand }: Brand, { min, max }: Limits): Page => ({
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
    quick: usdc,
    percent: ({ savingsPercentage }: CostComparison) => percent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? negativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${RIVAL} ile karşılaştırıldığında 1 yılda ${dollars(difference)} daha az.`
        : `Bu tutarda ikisi de ${dollars(0)} olarak yuvarlanır.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${usdc(amount)} için 1 yıllık maliyet ${RIVAL} ile ${dollars(kaminoCost)}, ${brand} ile ${dollars(iABorrowCost)}. Tasarrufunuz ${dollars(difference)}, yani ${percent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: 'Ne kadar USDC borç almak istiyorsunuz?',
    lead: 'Alfa, sınırlı ilk turdur. Bu yalnızca bir yer talebidir: henüz borç alınmaz.',
    field: 'Tutar',
    slider: 'USDC tutarı',
    unit: 'USDC',
    valueText: usdc,
    more: (by: number) => `${groupDigits(by)} artır`,
    less: (by: number) => `${groupDigits(by)} azalt`,
    help: `Kaydırın veya ${dollars(min)} ile ${dollars(max)} arasında bir tutar yazın`,
    limit: {
      min: `En küçük tutar: ${dollars(min)}.`,
      max: `En büyük tutar: ${dollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${usdc(amount)}. Kalan: ${dollars(rest)}.`,
    remaining: 'Sınırlı alfa kontenjanından kalan!',
    taken: (amount: number) => `Dolu: ${dollars(amount)}`,
    yours: (amount: number, total: number) => `Siz: ${dollars(amount)} / ${dollars(total)}`,
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
