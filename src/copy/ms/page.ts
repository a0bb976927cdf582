import type { CostComparison } from '#domain/comparison';
import type { AmountLimits, Brand, PageTexts } from '../en/page';
import { formatDollars, formatNegativeDollars, formatPercent, formatUsdc, groupDigits } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'Masukkan jumlah untuk dibandingkan.';

export const createPageTexts = ({ brand }: Brand, { min, max }: AmountLimits): PageTexts => ({
  brand,
  notFound: '404 Tidak Ditemui',
  newTab: '(dibuka dalam tab baharu)',
  close: 'Tutup',
  trace: 'Salin butiran ralat',
  traced: { copied: 'Butiran ralat disalin.', refused: 'Butiran tidak dapat disalin. Pilih teks di bawah.' },
  comparison: {
    title: 'Pinjam 50% lebih murah',
    lead: 'Daripada membayar faedah, anda berkongsi ganjaran staking. Masukkan jumlah untuk melihat kos setahun bagi setiap satu.',
    amount: 'Jumlah pinjaman',
    unit: 'USDC',
    cost: 'Kos untuk 1 tahun',
    rival: RIVAL,
    saving: 'Anda jimat',
    footnote: 'Berdasarkan kadar faedah pesaing 5% dan APY staking SOL 8%. Dibundarkan kepada dolar penuh.',
    quick: formatUsdc,
    percent: ({ savingsPercentage }: CostComparison) => formatPercent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? formatNegativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${formatDollars(difference)} lebih rendah daripada ${RIVAL} dalam tempoh 1 tahun.`
        : `Pada jumlah ini, kedua-duanya dibundarkan kepada ${formatDollars(0)}.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${formatUsdc(amount)} selama 1 tahun berkos ${formatDollars(kaminoCost)} di ${RIVAL} dan ${formatDollars(iABorrowCost)} di ${brand}. Anda jimat ${formatDollars(difference)}, iaitu ${formatPercent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: 'Berapa banyak USDC yang anda mahu pinjam?',
    lead: 'Alpha ialah pusingan pertama yang terhad. Ini hanya permohonan tempat: belum ada apa-apa dipinjam.',
    field: 'Jumlah',
    slider: 'Jumlah USDC',
    unit: 'USDC',
    valueText: formatUsdc,
    more: (by: number) => `Tambah ${groupDigits(by)}`,
    less: (by: number) => `Kurangkan ${groupDigits(by)}`,
    help: `Luncurkan atau taip jumlah daripada ${formatDollars(min)} hingga ${formatDollars(max)}`,
    limit: {
      min: `Jumlah terkecil ialah ${formatDollars(min)}.`,
      max: `Jumlah terbesar ialah ${formatDollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${formatUsdc(amount)}. Baki ${formatDollars(rest)}.`,
    remaining: 'Baki peruntukan alpha yang terhad!',
    taken: (amount: number) => `Telah diambil ${formatDollars(amount)}`,
    yours: (amount: number, total: number) => `Anda ${formatDollars(amount)} daripada ${formatDollars(total)}`,
    request: 'Mohon Menyertai Alpha',
    exceeds: 'Jumlah Melebihi Peruntukan',
    smaller: 'Pilih jumlah yang lebih kecil untuk meneruskan.',
    after: 'Membuka Telegram dengan mesej yang sudah siap. Tiada apa-apa dihantar sehingga anda menghantarnya.',
    notice: 'Permohonan anda',
    requested: {
      opened: { text: 'Telegram dibuka dalam tab baharu dengan permohonan anda.', link: 'Buka semula' },
      unopened: { text: 'Telegram tidak dibuka.', link: 'Buka Telegram' },
    },
  },
  wallet: {
    title: 'Sambungkan dompet',
    retry: 'Cuba lagi',
    slow: { title: 'Sebentar…', text: 'Memuatkan dompet anda.' },
    updating: { title: 'Halaman ini telah dikemas kini', text: 'Memuatkan versi baharu…' },
    broken: { title: 'Gagal dimuatkan', text: 'Dompet anda selamat dan tiada apa-apa dihantar. Sila cuba lagi.' },
    offline: { title: 'Anda di luar talian', text: 'Sambung semula ke Internet, kemudian cuba lagi.' },
  },
});
