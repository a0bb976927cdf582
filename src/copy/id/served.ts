import type { Brand } from '../en/page';
import type { ServedTexts } from '../en/served';

export const createServedTexts = ({ brand }: Brand): ServedTexts => ({
  brand,
  control: {
    connect: 'Hubungkan dompet',
    account: 'Akun',
    reconnect: 'Hubungkan lagi {wallet}',
    pending: '(transaksi menunggu)',
  },
  home: `Beranda ${brand}`,
  skip: 'Langsung ke konten',
  noScript: 'Aktifkan JavaScript untuk menghubungkan dompet.',
  meta: {
    title: `${brand}: pinjam USDC tanpa bunga`,
    description:
      'Setor SOL. Pinjam USDC. Tanpa bunga: SOL Anda di-staking, dan Anda berbagi imbalan staking dengan pemberi pinjaman.',
    picture: `Pinjam USDC tanpa bunga. ${brand}.`,
  },
  hero: {
    headline: 'Pinjam USDC tanpa bunga.',
    subline: 'Setor SOL. Pinjam USDC.',
    join: 'Gabung Alpha',
    how: 'Cara Kerja',
  },
  steps: {
    title: 'Cara Kerja',
    lead: 'Tiga langkah, tanpa bunga.',
    list: [
      { title: 'Setor SOL', text: 'SOL Anda menjadi agunan untuk USDC yang Anda pinjam.' },
      {
        title: 'SOL Anda di-staking',
        text: 'SOL itu menghasilkan imbalan staking. Anda membaginya dengan pemberi pinjaman, bukan membayar bunga.',
      },
      {
        title: 'Terima USDC',
        text: 'USDC Anda datang melalui pasar over-the-counter (OTC). Ini bisa memakan waktu 3–4 hari.',
      },
    ],
    more: 'Pelajari selengkapnya',
    moreAbout: `tentang cara kerja ${brand}, di litepaper (terbuka di tab baru)`,
  },
  halal: {
    title: '100% halal',
    list: [
      { title: 'Tanpa bunga (riba)', text: 'Anda tidak membayar bunga atas USDC yang Anda terima.' },
      { title: 'Bagi hasil yang adil', text: 'Imbalan staking dibagi antara Anda dan pemberi pinjaman.' },
      { title: 'Sesuai syariah', text: 'Pemberi pinjaman memperoleh bagian dari imbalan, bukan bunga.' },
    ],
  },
  backers: { title: 'Didukung oleh yang terbaik' },
  footer: {
    risk: 'Nilai SOL dan imbalan staking dapat turun. Ini alpha terbatas: bergabunglah hanya dengan dana yang siap Anda tanggung kerugiannya. Tidak ada yang di sini merupakan nasihat keuangan atau nasihat agama.',
    rights: `© ${brand}`,
    licenses: 'Lisensi',
    language: 'Bahasa',
    commit: 'Commit',
    root: 'akar',
  },
  error: {
    title: 'Kesalahan Aplikasi Tak Terduga!',
    notFound: '404 Tidak Ditemukan',
    crashed: 'Terjadi kesalahan. Tidak ada yang terkirim. Silakan kembali dan coba lagi.',
    home: 'Kembali ke beranda',
    damaged:
      'Salinan halaman ini rusak atau diubah di perjalanan, jadi tidak dijalankan. Mohon jangan hubungkan dompet di sini, dan kembalilah nanti.',
  },
});
