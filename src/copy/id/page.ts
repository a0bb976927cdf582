import type { CostComparison } from '#domain/comparison';
import type { AmountLimits, Brand, PageTexts } from '../en/page';
import { formatDollars, formatNegativeDollars, formatPercent, formatUsdc, groupDigits } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'Masukkan jumlah untuk dibandingkan.';

export const createPageTexts = ({ brand }: Brand, { min, max }: AmountLimits): PageTexts => ({
  brand,
  notFound: '404 Tidak Ditemukan',
  newTab: '(terbuka di tab baru)',
  close: 'Tutup',
  trace: 'Salin detail kesalahan',
  traced: { copied: 'Detail kesalahan disalin.', refused: 'Detail tidak dapat disalin. Pilih teksnya di bawah.' },
  comparison: {
    title: 'Pinjam 50% lebih murah',
    lead: 'Alih-alih membayar bunga, Anda berbagi imbalan staking. Masukkan jumlah untuk melihat biaya setahun di masing-masing.',
    amount: 'Jumlah pinjaman',
    unit: 'USDC',
    cost: 'Biaya untuk 1 tahun',
    rival: RIVAL,
    saving: 'Anda hemat',
    footnote: 'Berdasarkan suku bunga pesaing 5% dan APY staking SOL 8%. Dibulatkan ke dolar penuh.',
    quick: formatUsdc,
    percent: ({ savingsPercentage }: CostComparison) => formatPercent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? formatNegativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${formatDollars(difference)} lebih murah daripada ${RIVAL} selama 1 tahun.`
        : `Pada jumlah ini, keduanya dibulatkan menjadi ${formatDollars(0)}.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${formatUsdc(amount)} selama 1 tahun berbiaya ${formatDollars(kaminoCost)} di ${RIVAL} dan ${formatDollars(iABorrowCost)} di ${brand}. Anda hemat ${formatDollars(difference)}, atau ${formatPercent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: 'Berapa USDC yang ingin Anda pinjam?',
    lead: 'Alpha adalah putaran pertama yang terbatas. Ini hanya meminta tempat: belum ada yang dipinjam.',
    field: 'Jumlah',
    slider: 'Jumlah USDC',
    unit: 'USDC',
    valueText: formatUsdc,
    more: (by: number) => `Tambah ${groupDigits(by)}`,
    less: (by: number) => `Kurangi ${groupDigits(by)}`,
    help: `Geser atau ketik jumlah antara ${formatDollars(min)} dan ${formatDollars(max)}`,
    limit: {
      min: `Jumlah terkecil adalah ${formatDollars(min)}.`,
      max: `Jumlah terbesar adalah ${formatDollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${formatUsdc(amount)}. Tersisa ${formatDollars(rest)}.`,
    remaining: 'Sisa alokasi alpha yang terbatas!',
    taken: (amount: number) => `Terpakai ${formatDollars(amount)}`,
    yours: (amount: number, total: number) => `Anda ${formatDollars(amount)} dari ${formatDollars(total)}`,
    request: 'Minta Bergabung dengan Alpha',
    exceeds: 'Jumlah Melebihi Alokasi',
    smaller: 'Pilih jumlah yang lebih kecil untuk melanjutkan.',
    after: 'Membuka Telegram dengan pesan yang sudah siap. Tidak ada yang terkirim sampai Anda mengirimnya.',
    notice: 'Permintaan Anda',
    requested: {
      opened: { text: 'Telegram terbuka di tab baru dengan permintaan Anda.', link: 'Buka lagi' },
      unopened: { text: 'Telegram tidak terbuka.', link: 'Buka Telegram' },
    },
  },
  wallet: {
    title: 'Hubungkan dompet',
    retry: 'Coba lagi',
    slow: { title: 'Sebentar…', text: 'Memuat dompet Anda.' },
    updating: { title: 'Halaman ini telah diperbarui', text: 'Memuat versi baru…' },
    broken: { title: 'Gagal dimuat', text: 'Dompet Anda aman dan tidak ada yang terkirim. Silakan coba lagi.' },
    offline: { title: 'Anda sedang offline', text: 'Sambungkan kembali ke internet, lalu coba lagi.' },
  },
});
