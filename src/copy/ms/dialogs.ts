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
    title: wallet ? named`${wallet} tidak dapat disambungkan` : 'Dompet anda tidak dapat disambungkan',
    text: 'Ada masalah dalam dompet. Cuba lagi, atau pilih yang lain.',
  });
  const exceptFor = (others: IsolatedName[], text: string) =>
    plural<Node | string>(others.length, { zero: text, other: named`${text} ${listed(others)} masih berfungsi.` });
  const status = { pending: 'Belum selesai', confirmed: 'Disahkan', failed: 'Gagal' };

  return {
    back: 'Kembali',
    search: 'Cari dompet',
    noneFound: 'Tiada dompet ditemui',
    nothing: (query) =>
      named`Tiada dompet sepadan dengan “${query}”. Cuba WalletConnect: ia berfungsi dengan kebanyakan aplikasi dompet.`,
    recent: 'Terkini',
    latest: 'Terakhir dipilih',
    unsupported: '(tidak disokong)',
    installed: 'Dipasang',
    groups: { Recommended: 'Disyorkan', Popular: 'Popular', More: 'Lagi', Other: 'Lain', Others: 'Lain-lain' },
    what: 'Apa itu dompet?',
    points: [
      {
        title: 'Ia menyimpan wang anda',
        text: 'Dompet ialah aplikasi yang menjaga wang digital anda. Hanya anda boleh membukanya.',
      },
      {
        title: 'Ia membenarkan anda masuk',
        text: 'Tiada kata laluan baharu. Anda log masuk dengan akaun Ethereum, dan meluluskan setiap langkah dalam dompet anda.',
      },
    ],
    browse: 'Dapatkan dompet',
    more: 'Ketahui lebih lanjut',
    moreAbout: 'tentang dompet (dibuka dalam tab baharu)',
    get: 'Dapatkan',
    forget: (wallet) => (wallet ? named`Lupakan ${wallet}` : 'Lupakan dompet ini'),
    getName: (wallet) => named`Dapatkan ${wallet}`,
    kinds: {
      phone: 'Telefon sahaja',
      browser: 'Pelayar sahaja',
      desktop: 'Komputer sahaja',
      phoneBrowser: 'Telefon dan pelayar',
      phoneDesktop: 'Telefon dan komputer',
      browserDesktop: 'Pelayar dan komputer',
      phoneBrowserDesktop: 'Telefon, pelayar dan komputer',
    },
    phoneApp: 'Aplikasi telefon',
    getAfter: 'Anda boleh log masuk di sini dengan mana-mana satu, dan menukarnya kemudian.',
    getOwnBrowser: (wallet) => named`Pasang, kemudian buka halaman ini dalam pelayar ${wallet}.`,
    getAfterOnPhone: 'Pasang satu, kemudian kembali ke halaman ini dan sambungkan.',
    nowhere: 'Tiada satu pun dompet ini tersedia untuk peranti ini.',
    options: {
      extension: { title: 'Sambungan pelayar', text: 'Cara paling pantas pada komputer ini.' },
      desktop: { title: 'Aplikasi komputer', text: 'macOS, Windows, Linux.' },
      mobile: { title: 'Aplikasi mudah alih', text: 'Imbas kod untuk mendapatkan aplikasi.' },
    },
    getApp: (wallet) => named`Dapatkan aplikasi ${wallet}`,
    point: 'Halakan kamera telefon anda pada kod untuk membuka gedung aplikasi.',
    store: (wallet) => told`Kod QR ke halaman gedung aplikasi ${wallet}`.plain,
    continue: 'Teruskan',
    haveIt: 'Sudah saya pasang',
    setUp: (wallet) => named`Sediakan ${wallet}`,
    refresh: 'Muat semula halaman',
    refreshing: 'Memuat semula…',
    steps: { install: 'Pasang', create: 'Cipta', scan: 'Imbas', refresh: 'Muat semula', connect: 'Sambungkan' },
    how: {
      installExtension: () => 'Tambah sambungan pelayar, kemudian sematkannya pada bar alat.',
      installMobile: () => 'Simpan aplikasi pada skrin utama supaya mudah dicari semula.',
      installDesktop: () => 'Pasang aplikasi pada komputer ini dan bukanya.',
      create: () => 'Cipta dompet. Tulis perkataan sandarannya di atas kertas dan jangan sekali-kali berkongsi.',
      scan: (wallet) => named`Tekan Teruskan, kemudian imbas kod dengan ${wallet}.`,
      refresh: (wallet) => named`Muat semula halaman ini supaya ia dapat mencari ${wallet}.`,
      connect: (wallet) => named`Tekan Teruskan, kemudian sambungkan ${wallet}.`,
    },
    scan: (wallet) => (wallet ? named`Imbas dengan ${wallet}` : 'Imbas dengan aplikasi dompet anda'),
    code: (wallet) =>
      wallet ? told`Kod QR untuk menyambungkan ${wallet}`.plain : 'Kod QR untuk menyambungkan aplikasi dompet anda',
    tooLong: 'Pautan ini terlalu panjang untuk kod QR. Gunakan Salin pautan.',
    newCode: 'Kod baharu',
    newIn: (time) => around`Kod baharu dalam ${time}`,
    cutOff: 'Sambungan terputus. Menyambung semula…',
    lapsed: { title: 'Kod ini telah tamat tempoh', text: 'Papar kod baharu apabila anda bersedia.' },
    renew: 'Papar kod baharu',
    copy: 'Salin pautan',
    copied: 'Disalin',
    copySaid: {
      copied: 'Pautan disalin',
      refused: 'Salinan tidak dibenarkan di sini. Pilih pautan dan salin sendiri.',
    },
    preparing: (wallet) => ({
      title: 'Mencipta kod anda…',
      text: wallet ? named`Sediakan ${wallet} pada telefon anda.` : 'Sediakan aplikasi dompet anda pada telefon.',
    }),
    connect: {
      status: {
        opening: (wallet) => ({
          title: wallet ? named`Membuka ${wallet}…` : 'Membuka dompet anda…',
          text: wallet ? named`Sahkan sambungan dalam ${wallet}.` : 'Sahkan sambungan dalam dompet anda.',
        }),
        not_installed: (wallet) => ({
          title: named`${wallet} tidak dipasang`,
          text: 'Hidupkan atau pasang sambungan pelayar, kemudian cuba lagi.',
        }),
        not_available: (wallet) => ({
          title: named`${wallet} tidak tersedia dalam pelayar ini`,
          text: 'Pilih dompet lain, atau buka halaman ini dalam pelayar lain.',
        }),
      },
    },
    ethereumOnly: (wallet) => named`Halaman ini meminta akaun Ethereum daripada ${wallet}, bukan akaun Solana.`,
    still: 'Masih menunggu.',
    hint: {
      injected: (wallet) =>
        wallet
          ? named`Tiada tetingkap? Klik ikon ${wallet} pada bar alat pelayar anda.`
          : 'Tiada tetingkap? Klik ikon dompet anda pada bar alat pelayar.',
      coinbase: () =>
        'Tiada tetingkap? Pelayar anda mungkin menyekatnya. Benarkan pop timbul untuk halaman ini, kemudian pilih semula.',
      safe: (wallet) =>
        wallet
          ? named`Cari permintaan daripada ${wallet} di sekeliling halaman ini.`
          : 'Cari permintaan di sekeliling halaman ini.',
      walletConnect: (wallet) =>
        wallet ? named`Buka ${wallet} pada telefon anda.` : 'Buka aplikasi dompet anda pada telefon.',
    },
    failure: {
      rejected: (wallet) => ({
        title: 'Anda menolak permintaan',
        text: wallet
          ? named`Tiada apa-apa berubah. Cuba lagi, kemudian luluskan dalam ${wallet}.`
          : 'Tiada apa-apa berubah. Cuba lagi, kemudian luluskan dalam dompet anda.',
      }),
      elsewhere: (wallet) => ({
        title: 'Sudah ada permintaan terbuka',
        text: wallet
          ? named`Jawab dahulu dalam ${wallet}, kemudian cuba lagi.`
          : 'Jawab dahulu dalam dompet anda, kemudian cuba lagi.',
      }),
      timedOut: (wallet) => ({
        title: wallet ? named`${wallet} tidak menjawab` : 'Dompet anda tidak menjawab',
        text: wallet
          ? named`Kami menunggu dua minit. Buka kunci ${wallet}, kemudian cuba lagi.`
          : 'Kami menunggu dua minit. Buka kunci dompet anda, kemudian cuba lagi.',
      }),
      unreachable: (wallet) => ({
        title: wallet ? named`${wallet} tidak dapat dihubungi` : 'Aplikasi dompet anda tidak dapat dihubungi',
        text: 'Semak sambungan Internet, kemudian cuba lagi.',
      }),
      refused: () => ({
        title: 'Telefon tidak dapat dihubungi dari laman ini',
        text: 'Perkhidmatan sambungan tidak menerima laman ini. Pilih dompet dalam pelayar ini.',
      }),
      insecure: (wallet) => ({
        title: wallet
          ? named`${wallet} memerlukan halaman yang selamat`
          : 'Dompet anda memerlukan halaman yang selamat',
        text: 'Buka halaman ini dengan https, atau pilih dompet lain.',
      }),
      expired: failed,
      failed,
    },
    phone: {
      list: 'Dompet',
      title: 'Baru mengenali dompet?',
      text: 'Dompet ialah aplikasi yang menjaga wang digital anda. Anda log masuk di sini dengan akaun Ethereum dompet itu.',
      preparing: (wallet) => ({
        title: 'Sebentar…',
        text: wallet ? named`Menyediakan pautan anda ke ${wallet}.` : 'Menyediakan pautan anda.',
      }),
      ready: (wallet) => ({
        title: wallet ? named`${wallet} sedia` : 'Pautan anda sedia',
        text: 'Buka, luluskan sambungan, kemudian kembali ke sini.',
      }),
      open: (wallet) => (wallet ? named`Buka ${wallet}` : 'Buka aplikasi dompet anda'),
      opening: 'Luluskan sambungan dalam aplikasi, kemudian kembali ke sini.',
      confirm: (wallet) => (wallet ? named`Sahkan sambungan dalam ${wallet}.` : 'Sahkan sambungan dalam dompet anda.'),
      stuck: 'Masih menunggu. Jika aplikasi tidak dibuka, cuba lagi.',
      asking: (wallet) =>
        wallet
          ? named`Masih menunggu. Cari permintaan daripada ${wallet}.`
          : 'Masih menunggu. Cari permintaan daripada dompet anda.',
      unreachable: (others) => ({
        title: 'Aplikasi dompet tidak dapat dihubungi',
        text: exceptFor(others, 'Semak sambungan Internet, kemudian cuba lagi.'),
      }),
      refused: (others) => ({
        title: 'Aplikasi dompet tidak dapat dihubungi dari laman ini',
        text: exceptFor(others, 'Perkhidmatan sambungan tidak menerima laman ini.'),
      }),
      lapsed: () => ({
        title: 'Pautan ke aplikasi dompet telah tamat tempoh',
        text: 'Buat pautan baharu apabila anda bersedia.',
      }),
      all: 'Semua dompet',
      expand: (count) => `Semua ${count}`,
      renew: 'Buat pautan baharu',
      checkInternet: 'Semak sambungan Internet, kemudian cuba lagi.',
    },
    whose: (address) => named`Akaun ${{ name: address }}`,
    sign_in: {
      title: 'Log masuk',
      headings: { idle: 'Sahkan bahawa dompet ini milik anda', elsewhere: 'Rangkaian salah' },
      sentences: (wallet, connector) => ({
        idle: wallet
          ? told`Tandatangani mesej ringkas dalam ${wallet}. Itu sahaja.`
          : plain('Tandatangani mesej ringkas dalam dompet anda. Itu sahaja.'),
        signing: wallet
          ? told`Buka ${wallet} dan tandatangani mesej itu. Halaman ini bersambung sendiri.`
          : plain('Buka dompet anda dan tandatangani mesej itu. Halaman ini bersambung sendiri.'),
        slow: {
          injected: plain('Masih menunggu. Klik ikon dompet anda pada bar alat pelayar, kemudian luluskan.'),
          walletConnect: wallet
            ? told`Masih menunggu. Buka aplikasi ${wallet} dan luluskan.`
            : plain('Masih menunggu. Buka aplikasi dompet anda dan luluskan.'),
          coinbase: wallet
            ? told`Masih menunggu. Luluskan dalam tetingkap ${wallet}.`
            : plain('Masih menunggu. Luluskan dalam tetingkap dompet anda.'),
          safe: wallet
            ? told`Masih menunggu. Luluskan dalam ${wallet}, dalam tetingkap di sekeliling halaman ini.`
            : plain('Masih menunggu. Luluskan dalam tetingkap di sekeliling halaman ini.'),
        }[connector],
        verifying: plain('Sudah ditandatangani. Menyemak tandatangan anda…'),
      }),
      astray: (wallet, network) => ({
        elsewhere: wallet
          ? told`${wallet} berada pada rangkaian yang tidak digunakan halaman ini. Tukar ke ${network} untuk log masuk.`
          : told`Dompet anda berada pada rangkaian yang tidak digunakan halaman ini. Tukar ke ${network} untuk log masuk.`,
      }),
      free: 'Mesej itu dalam bahasa Inggeris. Maksudnya: “Log masuk untuk mengesahkan bahawa akaun ini milik anda. Ini percuma dan tidak memindahkan dana.”',
      signature: {
        preparing_error: 'Ralat menyediakan mesej, sila cuba lagi',
        signing_error: 'Ralat menandatangani mesej, sila cuba lagi',
        verifying_error: 'Ralat mengesahkan tandatangan, sila cuba lagi',
        oops_error: 'Maaf, ada sesuatu yang tidak kena',
        switching_error: 'Rangkaian tidak ditukar. Sila cuba lagi.',
        expired_error: 'Mesej itu terlalu lama. Sila hantar yang baharu.',
        clock_error: 'Jam peranti ini nampaknya salah. Betulkannya, kemudian cuba lagi.',
      },
      acts: (wallet) => ({
        preparing: 'Menyediakan mesej…',
        ready: 'Hantar mesej',
        unprepared: 'Cuba lagi',
        signing: 'Menunggu tandatangan…',
        slow: 'Menunggu tandatangan…',
        verifying: 'Mengesahkan tandatangan…',
        elsewhere: 'Tukar rangkaian',
        switching: wallet ? named`Sahkan dalam ${wallet}…` : 'Sahkan dalam dompet anda…',
      }),
    },
    cancel: 'Batal',
    checking: {
      title: 'Sebentar…',
      sentences: {
        checking: plain('Menyemak sama ada anda telah log masuk.'),
        signingOut: plain('Melog keluar anda dahulu.'),
      },
    },
    account: {
      title: 'Akaun',
      through: (wallet) => around`Disambungkan dengan ${wallet}`,
      network: (network) => around`Rangkaian: ${network ?? { name: 'Rangkaian salah', translate: 'yes' }}`,
      unread: 'Baki tidak tersedia',
      copy: 'Salin alamat',
      copySaid: {
        copied: 'Alamat disalin',
        refused: 'Salinan tidak dibenarkan di sini. Pilih alamat dan salin sendiri.',
      },
      explorer: 'Lihat pada peneroka blok',
    },
    transactions: {
      title: 'Transaksi terkini',
      status,
      comma: ', ',
      line: (description, which) => told`${description}, ${status[which]}`,
      clear: 'Kosongkan semua',
      cleared: 'Transaksi dikosongkan',
    },
    chain: {
      title: 'Rangkaian',
      connected: 'Disambungkan',
      confirm: 'Sahkan dalam dompet',
      astray: {
        title: 'Rangkaian salah.',
        text: 'Dompet anda berada pada rangkaian yang tidak digunakan halaman ini. Pilih daripada senarai.',
      },
    },
    leave: 'Putuskan sambungan',
    news: {
      connected: 'Disambungkan',
      signedIn: 'Telah log masuk',
      signedOut: 'Telah log keluar',
      disconnected: 'Diputuskan',
      moved: 'Rangkaian ditukar',
    },
    confirmed: {
      label: 'Pemberitahuan',
      of: {
        connected: (wallet) => named`Disambungkan dengan ${wallet}`,
        signedIn: ({ address }) => named`Log masuk sebagai ${{ name: address }}`,
        signedOut: () => 'Telah log keluar',
        disconnected: () => 'Diputuskan',
      },
    },
    trouble: {
      signOut: 'Kami tidak dapat mengesahkan anda telah log keluar. Anda mungkin masih log masuk pada pelayar ini.',
      unchanged: 'Rangkaian tidak ditukar. Sila cuba lagi.',
    },
  };
};
