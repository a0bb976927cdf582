import type { DialogTexts } from '../en/dialogs';
import type { IsolatedName, SentenceWriter, SpokenWallet, StateTexts } from '../writer';

export const createDialogTexts = <Node>({
  named,
  around,
  told,
  plain,
  listed,
  plural,
}: SentenceWriter<Node>): DialogTexts<Node> => {
  const failed = (wallet: SpokenWallet): StateTexts<Node> => ({
    title: wallet ? named`${wallet} tidak dapat terhubung` : 'Dompet Anda tidak dapat terhubung',
    text: 'Ada masalah di dompet. Coba lagi, atau pilih yang lain.',
  });
  const exceptFor = (others: IsolatedName[], text: string) =>
    plural<Node | string>(others.length, { zero: text, other: named`${text} ${listed(others)} masih berfungsi.` });
  const status = { pending: 'Menunggu', confirmed: 'Terkonfirmasi', failed: 'Gagal' };

  return {
    back: 'Kembali',
    search: 'Cari dompet',
    noneFound: 'Dompet tidak ditemukan',
    nothing: (query) =>
      named`Tidak ada dompet yang cocok dengan “${query}”. Coba WalletConnect: berfungsi dengan sebagian besar aplikasi dompet.`,
    recent: 'Terbaru',
    latest: 'Terakhir dipilih',
    unsupported: '(tidak didukung)',
    installed: 'Terpasang',
    groups: { Recommended: 'Disarankan', Popular: 'Populer', More: 'Lainnya', Other: 'Lainnya', Others: 'Lainnya' },
    what: 'Apa itu dompet?',
    points: [
      {
        title: 'Menyimpan uang Anda',
        text: 'Dompet adalah aplikasi yang menjaga uang digital Anda. Hanya Anda yang dapat membukanya.',
      },
      {
        title: 'Menjadi pintu masuk Anda',
        text: 'Tanpa kata sandi baru. Anda masuk dengan akun Ethereum, dan menyetujui setiap langkah di dompet Anda.',
      },
    ],
    browse: 'Dapatkan dompet',
    more: 'Pelajari selengkapnya',
    moreAbout: 'tentang dompet (terbuka di tab baru)',
    get: 'Dapatkan',
    forget: (wallet) => (wallet ? named`Lupakan ${wallet}` : 'Lupakan dompet ini'),
    getName: (wallet) => named`Dapatkan ${wallet}`,
    kinds: {
      phone: 'Hanya ponsel',
      browser: 'Hanya peramban',
      desktop: 'Hanya komputer',
      phoneBrowser: 'Ponsel dan peramban',
      phoneDesktop: 'Ponsel dan komputer',
      browserDesktop: 'Peramban dan komputer',
      phoneBrowserDesktop: 'Ponsel, peramban, dan komputer',
    },
    phoneApp: 'Aplikasi ponsel',
    getAfter: 'Anda dapat masuk di sini dengan yang mana pun, dan menggantinya nanti.',
    getOwnBrowser: (wallet) => named`Pasang, lalu buka halaman ini di peramban ${wallet}.`,
    getAfterOnPhone: 'Pasang salah satu, lalu kembali ke halaman ini dan hubungkan.',
    nowhere: 'Tidak satu pun dari dompet ini tersedia untuk perangkat ini.',
    options: {
      extension: { title: 'Ekstensi peramban', text: 'Cara tercepat di komputer ini.' },
      desktop: { title: 'Aplikasi komputer', text: 'macOS, Windows, Linux.' },
      mobile: { title: 'Aplikasi seluler', text: 'Pindai kode untuk mendapatkan aplikasi.' },
    },
    getApp: (wallet) => named`Dapatkan aplikasi ${wallet}`,
    point: 'Arahkan kamera ponsel Anda ke kode untuk membuka toko aplikasi.',
    store: (wallet) => told`Kode QR ke halaman toko aplikasi ${wallet}`.plain,
    continue: 'Lanjutkan',
    haveIt: 'Sudah saya pasang',
    setUp: (wallet) => named`Siapkan ${wallet}`,
    refresh: 'Muat ulang halaman',
    refreshing: 'Memuat ulang…',
    steps: { install: 'Pasang', create: 'Buat', scan: 'Pindai', refresh: 'Muat ulang', connect: 'Hubungkan' },
    how: {
      installExtension: () => 'Tambahkan ekstensi, lalu sematkan di bilah alat.',
      installMobile: () => 'Simpan aplikasi di layar utama agar mudah ditemukan lagi.',
      installDesktop: () => 'Pasang aplikasi di komputer ini dan buka.',
      create: () => 'Buat dompet. Tulis kata cadangannya di kertas dan jangan pernah membagikannya.',
      scan: (wallet) => named`Tekan Lanjutkan, lalu pindai kode dengan ${wallet}.`,
      refresh: (wallet) => named`Muat ulang halaman ini agar dapat menemukan ${wallet}.`,
      connect: (wallet) => named`Tekan Lanjutkan, lalu hubungkan ${wallet}.`,
    },
    scan: (wallet) => (wallet ? named`Pindai dengan ${wallet}` : 'Pindai dengan aplikasi dompet Anda'),
    code: (wallet) =>
      wallet ? told`Kode QR untuk menghubungkan ${wallet}`.plain : 'Kode QR untuk menghubungkan aplikasi dompet Anda',
    tooLong: 'Tautan ini terlalu panjang untuk kode QR. Gunakan Salin tautan.',
    newCode: 'Kode baru',
    newIn: (time) => around`Kode baru dalam ${time}`,
    cutOff: 'Koneksi terputus. Menghubungkan ulang…',
    lapsed: { title: 'Kode ini kedaluwarsa', text: 'Tampilkan yang baru saat Anda siap memindai.' },
    renew: 'Tampilkan kode baru',
    copy: 'Salin tautan',
    copied: 'Disalin',
    copySaid: {
      copied: 'Tautan disalin',
      refused: 'Penyalinan tidak diizinkan di sini. Pilih tautan dan salin sendiri.',
    },
    preparing: (wallet) => ({
      title: 'Membuat kode Anda…',
      text: wallet ? named`Siapkan ${wallet} di ponsel Anda.` : 'Siapkan aplikasi dompet Anda di ponsel.',
    }),
    connect: {
      status: {
        opening: (wallet) => ({
          title: wallet ? named`Membuka ${wallet}…` : 'Membuka dompet Anda…',
          text: wallet ? named`Konfirmasi koneksi di ${wallet}.` : 'Konfirmasi koneksi di dompet Anda.',
        }),
        not_installed: (wallet) => ({
          title: named`${wallet} belum terpasang`,
          text: 'Aktifkan atau pasang ekstensinya, lalu coba lagi.',
        }),
        not_available: (wallet) => ({
          title: named`${wallet} tidak tersedia di peramban ini`,
          text: 'Pilih dompet lain, atau buka halaman ini di peramban lain.',
        }),
      },
    },
    ethereumOnly: (wallet) => named`Halaman ini meminta akun Ethereum dari ${wallet}, bukan akun Solana.`,
    still: 'Masih menunggu.',
    hint: {
      injected: (wallet) =>
        wallet
          ? named`Tidak ada jendela? Klik ikon ${wallet} di bilah alat peramban Anda.`
          : 'Tidak ada jendela? Klik ikon dompet Anda di bilah alat peramban.',
      coinbase: () =>
        'Tidak ada jendela? Peramban Anda mungkin memblokirnya. Izinkan pop-up untuk halaman ini, lalu pilih lagi.',
      safe: (wallet) =>
        wallet
          ? named`Cari permintaan dari ${wallet} di sekitar halaman ini.`
          : 'Cari permintaannya di sekitar halaman ini.',
      walletConnect: (wallet) =>
        wallet ? named`Buka ${wallet} di ponsel Anda.` : 'Buka aplikasi dompet Anda di ponsel.',
    },
    failure: {
      rejected: (wallet) => ({
        title: 'Anda menolak permintaan',
        text: wallet
          ? named`Tidak ada yang berubah. Coba lagi, lalu setujui di ${wallet}.`
          : 'Tidak ada yang berubah. Coba lagi, lalu setujui di dompet Anda.',
      }),
      elsewhere: (wallet) => ({
        title: 'Sudah ada permintaan terbuka',
        text: wallet ? named`Jawab dulu di ${wallet}, lalu coba lagi.` : 'Jawab dulu di dompet Anda, lalu coba lagi.',
      }),
      timedOut: (wallet) => ({
        title: wallet ? named`${wallet} tidak menjawab` : 'Dompet Anda tidak menjawab',
        text: wallet
          ? named`Kami menunggu dua menit. Buka kunci ${wallet}, lalu coba lagi.`
          : 'Kami menunggu dua menit. Buka kunci dompet Anda, lalu coba lagi.',
      }),
      unreachable: (wallet) => ({
        title: wallet ? named`${wallet} tidak dapat dihubungi` : 'Aplikasi dompet Anda tidak dapat dihubungi',
        text: 'Periksa koneksi internet, lalu coba lagi.',
      }),
      refused: () => ({
        title: 'Ponsel tidak dapat dihubungi dari situs ini',
        text: 'Layanan koneksi tidak menerima situs ini. Pilih dompet di peramban ini.',
      }),
      insecure: (wallet) => ({
        title: wallet ? named`${wallet} memerlukan halaman yang aman` : 'Dompet Anda memerlukan halaman yang aman',
        text: 'Buka halaman ini dengan https, atau pilih dompet lain.',
      }),
      expired: failed,
      failed,
    },
    phone: {
      list: 'Dompet',
      title: 'Baru mengenal dompet?',
      text: 'Dompet adalah aplikasi yang menjaga uang digital Anda. Anda masuk di sini dengan akun Ethereum-nya.',
      preparing: (wallet) => ({
        title: 'Sebentar…',
        text: wallet ? named`Menyiapkan tautan Anda ke ${wallet}.` : 'Menyiapkan tautan Anda.',
      }),
      ready: (wallet) => ({
        title: wallet ? named`${wallet} siap` : 'Tautan Anda siap',
        text: 'Buka, setujui koneksi, lalu kembali ke sini.',
      }),
      open: (wallet) => (wallet ? named`Buka ${wallet}` : 'Buka aplikasi dompet Anda'),
      opening: 'Setujui koneksi di aplikasi, lalu kembali ke sini.',
      confirm: (wallet) => (wallet ? named`Konfirmasi koneksi di ${wallet}.` : 'Konfirmasi koneksi di dompet Anda.'),
      stuck: 'Masih menunggu. Jika aplikasi tidak terbuka, coba lagi.',
      asking: (wallet) =>
        wallet
          ? named`Masih menunggu. Cari permintaan dari ${wallet}.`
          : 'Masih menunggu. Cari permintaan dari dompet Anda.',
      unreachable: (others) => ({
        title: 'Aplikasi dompet tidak dapat dihubungi',
        text: exceptFor(others, 'Periksa koneksi internet, lalu coba lagi.'),
      }),
      refused: (others) => ({
        title: 'Aplikasi dompet tidak dapat dihubungi dari situs ini',
        text: exceptFor(others, 'Layanan koneksi tidak menerima situs ini.'),
      }),
      lapsed: () => ({
        title: 'Tautan ke aplikasi dompet kedaluwarsa',
        text: 'Buat yang baru saat Anda siap menghubungkan.',
      }),
      all: 'Semua dompet',
      expand: (count) => `Semua ${count}`,
      renew: 'Buat tautan baru',
      checkInternet: 'Periksa koneksi internet, lalu coba lagi.',
    },
    whose: (address) => named`Akun ${{ name: address }}`,
    sign_in: {
      title: 'Masuk',
      headings: { idle: 'Konfirmasi bahwa dompet ini milik Anda', elsewhere: 'Jaringan salah' },
      sentences: (wallet, connector) => ({
        idle: wallet
          ? told`Tanda tangani pesan singkat di ${wallet}. Itu saja.`
          : plain('Tanda tangani pesan singkat di dompet Anda. Itu saja.'),
        signing: wallet
          ? told`Buka ${wallet} dan tanda tangani pesannya. Halaman ini berlanjut sendiri.`
          : plain('Buka dompet Anda dan tanda tangani pesannya. Halaman ini berlanjut sendiri.'),
        slow: {
          injected: plain('Masih menunggu. Klik ikon dompet Anda di bilah alat peramban, lalu setujui.'),
          walletConnect: wallet
            ? told`Masih menunggu. Buka aplikasi ${wallet} dan setujui.`
            : plain('Masih menunggu. Buka aplikasi dompet Anda dan setujui.'),
          coinbase: wallet
            ? told`Masih menunggu. Setujui di jendela ${wallet}.`
            : plain('Masih menunggu. Setujui di jendela dompet Anda.'),
          safe: wallet
            ? told`Masih menunggu. Setujui di ${wallet}, di jendela sekitar halaman ini.`
            : plain('Masih menunggu. Setujui di jendela sekitar halaman ini.'),
        }[connector],
        verifying: plain('Sudah ditandatangani. Memeriksa tanda tangan Anda…'),
      }),
      astray: (wallet, network) => ({
        elsewhere: wallet
          ? told`${wallet} ada di jaringan yang tidak dipakai halaman ini. Beralih ke ${network} untuk masuk.`
          : told`Dompet Anda ada di jaringan yang tidak dipakai halaman ini. Beralih ke ${network} untuk masuk.`,
      }),
      free: 'Pesannya berbahasa Inggris. Artinya: “Masuk untuk mengonfirmasi bahwa akun ini milik Anda. Ini gratis dan tidak memindahkan dana.”',
      signature: {
        preparing_error: 'Gagal menyiapkan pesan, silakan coba lagi',
        signing_error: 'Gagal menandatangani pesan, silakan coba lagi',
        verifying_error: 'Gagal memeriksa tanda tangan, silakan coba lagi',
        oops_error: 'Maaf, terjadi kesalahan',
        switching_error: 'Jaringan tidak diganti. Silakan coba lagi.',
        expired_error: 'Pesannya terlalu lama. Silakan kirim yang baru.',
        clock_error: 'Jam perangkat ini tampaknya salah. Atur jamnya, lalu coba lagi.',
      },
      acts: (wallet) => ({
        preparing: 'Menyiapkan pesan…',
        ready: 'Kirim pesan',
        unprepared: 'Coba lagi',
        signing: 'Menunggu tanda tangan…',
        slow: 'Menunggu tanda tangan…',
        verifying: 'Memeriksa tanda tangan…',
        elsewhere: 'Ganti jaringan',
        switching: wallet ? named`Konfirmasi di ${wallet}…` : 'Konfirmasi di dompet Anda…',
      }),
    },
    cancel: 'Batal',
    checking: {
      title: 'Sebentar…',
      sentences: {
        checking: plain('Memeriksa apakah Anda sudah masuk.'),
        signingOut: plain('Mengeluarkan Anda terlebih dahulu.'),
      },
    },
    account: {
      title: 'Akun',
      through: (wallet) => around`Terhubung dengan ${wallet}`,
      network: (network) => around`Jaringan: ${network ?? { name: 'Jaringan salah', translate: 'yes' }}`,
      unread: 'Saldo tidak tersedia',
      copy: 'Salin alamat',
      copySaid: {
        copied: 'Alamat disalin',
        refused: 'Penyalinan tidak diizinkan di sini. Pilih alamat dan salin sendiri.',
      },
      explorer: 'Lihat di penjelajah blok',
    },
    transactions: {
      title: 'Transaksi terbaru',
      status,
      comma: ', ',
      line: (description, which) => told`${description}, ${status[which]}`,
      clear: 'Hapus semua',
      cleared: 'Transaksi dihapus',
    },
    chain: {
      title: 'Jaringan',
      connected: 'Terhubung',
      confirm: 'Konfirmasi di dompet',
      astray: {
        title: 'Jaringan salah.',
        text: 'Dompet Anda ada di jaringan yang tidak dipakai halaman ini. Pilih dari daftar.',
      },
    },
    leave: 'Putuskan koneksi',
    news: {
      connected: 'Terhubung',
      signedIn: 'Sudah masuk',
      signedOut: 'Sudah keluar',
      disconnected: 'Terputus',
      moved: 'Jaringan diganti',
    },
    confirmed: {
      label: 'Pemberitahuan',
      of: {
        connected: (wallet) => named`Terhubung dengan ${wallet}`,
        signedIn: ({ address }) => named`Masuk sebagai ${{ name: address }}`,
        signedOut: () => 'Sudah keluar',
        disconnected: () => 'Terputus',
      },
    },
    trouble: {
      signOut: 'Kami tidak dapat memastikan Anda sudah keluar. Anda mungkin masih masuk di peramban ini.',
      unchanged: 'Jaringan tidak diganti. Silakan coba lagi.',
    },
  };
};
