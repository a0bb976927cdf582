import type { Brand } from '../en/page';
import type { ServedTexts } from '../en/served';

export const createServedTexts = ({ brand }: Brand): ServedTexts => ({
  brand,
  control: {
    connect: 'Sambungkan dompet',
    account: 'Akaun',
    reconnect: 'Sambungkan semula {wallet}',
    pending: '(transaksi belum selesai)',
  },
  home: `Laman utama ${brand}`,
  skip: 'Terus ke kandungan',
  noScript: 'Hidupkan JavaScript untuk menyambungkan dompet.',
  meta: {
    title: `${brand}: pinjam USDC tanpa faedah`,
    description:
      'Sediakan SOL. Pinjam USDC. Tanpa faedah: SOL anda di-stake, dan anda berkongsi ganjaran staking dengan pemberi pinjaman.',
    picture: `Pinjam USDC tanpa faedah. ${brand}.`,
  },
  hero: {
    headline: 'Pinjam USDC tanpa faedah.',
    subline: 'Sediakan SOL. Pinjam USDC.',
    join: 'Sertai Alpha',
    how: 'Cara Ia Berfungsi',
  },
  steps: {
    title: 'Cara Ia Berfungsi',
    lead: 'Tiga langkah, tanpa faedah.',
    list: [
      { title: 'Sediakan SOL', text: 'SOL anda ialah cagaran untuk USDC yang anda pinjam.' },
      {
        title: 'SOL anda di-stake',
        text: 'SOL itu memperoleh ganjaran staking. Anda berkongsi ganjaran itu dengan pemberi pinjaman, bukannya membayar faedah.',
      },
      {
        title: 'Terima USDC',
        text: 'USDC anda datang melalui pasaran luar bursa (OTC). Ini boleh mengambil masa 3–4 hari.',
      },
    ],
    more: 'Ketahui lebih lanjut',
    moreAbout: `tentang cara ${brand} berfungsi, dalam kertas ringkas (litepaper) (dibuka dalam tab baharu)`,
  },
  halal: {
    title: '100% halal',
    list: [
      { title: 'Tanpa faedah (riba)', text: 'Anda tidak membayar faedah ke atas USDC yang anda terima.' },
      { title: 'Perkongsian untung yang adil', text: 'Ganjaran staking dikongsi antara anda dan pemberi pinjaman.' },
      { title: 'Patuh Syariah', text: 'Pemberi pinjaman memperoleh sebahagian daripada ganjaran, bukan faedah.' },
    ],
  },
  backers: { title: 'Disokong oleh yang terbaik' },
  footer: {
    risk: 'Nilai SOL dan ganjaran staking boleh jatuh. Ini ialah alpha terhad: sertai hanya dengan jumlah yang anda sanggup rugi. Tiada apa-apa di sini merupakan nasihat kewangan atau nasihat agama.',
    rights: `© ${brand}`,
    licenses: 'Lesen',
    language: 'Bahasa',
    commit: 'Commit',
    root: 'akar',
  },
  error: {
    title: 'Ralat Aplikasi Tidak Dijangka!',
    notFound: '404 Tidak Ditemui',
    crashed: 'Ada sesuatu yang tidak kena. Tiada apa-apa dihantar. Sila kembali dan cuba lagi.',
    home: 'Kembali ke laman utama',
    damaged:
      'Salinan halaman ini rosak atau diubah dalam perjalanan, jadi ia tidak dijalankan. Sila jangan sambungkan dompet di sini, dan kembali kemudian.',
  },
});
