import type { CostComparison } from '#domain/comparison';
import type { Brand, Limits, Page } from '../en/page';
import { dollars, groupDigits, negativeDollars, percent, usdc } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'Masukkan jumlah untuk dibandingkan.';

export const page = ({ brand }: Brand, { min, max }: Limits): Page => ({
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
    quick: usdc,
    percent: ({ savingsPercentage }: CostComparison) => percent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? negativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${dollars(difference)} lebih rendah daripada ${RIVAL} dalam tempoh 1 tahun.`
        : `Pada jumlah ini, kedua-duanya dibundarkan kepada ${dollars(0)}.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${usdc(amount)} selama 1 tahun berkos ${dollars(kaminoCost)} di ${RIVAL} dan ${dollars(iABorrowCost)} di ${brand}. Anda jimat ${dollars(difference)}, iaitu ${percent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: 'Berapa banyak USDC yang anda mahu pinjam?',
    lead: 'Alpha ialah pusingan pertama yang terhad. Ini hanya permohonan tempat: belum ada apa-apa dipinjam.',
    field: 'Jumlah',
    slider: 'Jumlah USDC',
    unit: 'USDC',
    valueText: usdc,
    more: (by: number) => `Tambah ${groupDigits(by)}`,
    less: (by: number) => `Kurangkan ${groupDigits(by)}`,
    help: `Luncurkan atau taip jumlah daripada ${dollars(min)} hingga ${dollars(max)}`,
    limit: {
      min: `Jumlah terkecil ialah ${dollars(min)}.`,
      max: `Jumlah terbesar ialah ${dollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${usdc(amount)}. Baki ${dollars(rest)}.`,
    remaining: 'Baki peruntukan alpha yang terhad!',
    taken: (amount: number) => `Telah diambil ${dollars(amount)}`,
    yours: (amount: number, total: number) => `Anda ${dollars(amount)} daripada ${dollars(total)}`,
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
