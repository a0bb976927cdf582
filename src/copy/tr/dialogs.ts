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
    title: wallet ? named`${wallet} bağlanamadı` : 'Cüzdanınız bağlanamadı',
    text: 'Cüzdanda bir sorun oldu. Yeniden deneyin veya başka birini seçin.',
  });
  const exceptFor = (others: IsolatedName[], text: string) =>
    plural<Node | string>(others.length, { zero: text, other: named`${text} ${listed(others)} hâlâ çalışıyor.` });
  const status = { pending: 'Bekliyor', confirmed: 'Onaylandı', failed: 'Başarısız' };

  return {
    back: 'Geri',
    search: 'Cüzdan ara',
    noneFound: 'Cüzdan bulunamadı',
    nothing: (query) =>
      named`“${query}” ile eşleşen cüzdan yok. WalletConnect seçeneğini deneyin: çoğu cüzdan uygulamasıyla çalışır.`,
    recent: 'Son kullanılan',
    latest: 'Son seçilen',
    unsupported: '(desteklenmiyor)',
    installed: 'Yüklü',
    groups: { Recommended: 'Önerilen', Popular: 'Popüler', More: 'Diğerleri', Other: 'Diğer', Others: 'Diğerleri' },
    what: 'Cüzdan nedir?',
    points: [
      {
        title: 'Paranızı tutar',
        text: 'Cüzdan, dijital paranızı güvende tutan bir uygulamadır. Onu yalnızca siz açabilirsiniz.',
      },
      {
        title: 'Girişinizi sağlar',
        text: 'Yeni parola yok. Bir Ethereum hesabıyla oturum açar, her adımı cüzdanınızda onaylarsınız.',
      },
    ],
    browse: 'Cüzdan edinin',
    more: 'Daha fazla bilgi',
    moreAbout: 'cüzdanlar hakkında (yeni sekmede açılır)',
    get: 'Edinin',
    forget: (wallet) => (wallet ? named`Unut: ${wallet}` : 'Bu cüzdanı unut'),
    getName: (wallet) => named`${wallet} edinin`,
    kinds: {
      phone: 'Yalnızca telefon',
      browser: 'Yalnızca tarayıcı',
      desktop: 'Yalnızca bilgisayar',
      phoneBrowser: 'Telefon ve tarayıcı',
      phoneDesktop: 'Telefon ve bilgisayar',
      browserDesktop: 'Tarayıcı ve bilgisayar',
      phoneBrowserDesktop: 'Telefon, tarayıcı ve bilgisayar',
    },
    phoneApp: 'Telefon uygulaması',
    getAfter: 'Bunlardan herhangi biriyle burada oturum açabilirsiniz. Sonra değiştirebilirsiniz.',
    getOwnBrowser: (wallet) => named`Yükleyin, sonra bu sayfayı ${wallet} tarayıcısında açın.`,
    getAfterOnPhone: 'Birini yükleyin, sonra bu sayfaya dönüp bağlayın.',
    nowhere: 'Bu cüzdanların hiçbiri bu cihaz için yok.',
    options: {
      extension: { title: 'Tarayıcı eklentisi', text: 'Bu bilgisayarda en hızlı yol.' },
      desktop: { title: 'Masaüstü uygulaması', text: 'macOS, Windows, Linux.' },
      mobile: { title: 'Mobil uygulama', text: 'Uygulamayı almak için bir kod tarayın.' },
    },
    getApp: (wallet) => named`${wallet} uygulamasını edinin`,
    point: 'Uygulama mağazasını açmak için telefonunuzun kamerasını koda tutun.',
    store: (wallet) => told`${wallet} uygulama mağazası sayfasının QR kodu`.plain,
    continue: 'Devam',
    haveIt: 'Yükledim',
    setUp: (wallet) => named`${wallet} kurulumu`,
    refresh: 'Sayfayı yenile',
    refreshing: 'Yenileniyor…',
    steps: { install: 'Yükleyin', create: 'Oluşturun', scan: 'Tarayın', refresh: 'Yenileyin', connect: 'Bağlayın' },
    how: {
      installExtension: () => 'Eklentiyi ekleyin, sonra araç çubuğuna sabitleyin.',
      installMobile: () => 'Yeniden bulabilmek için uygulamayı ana ekranda tutun.',
      installDesktop: () => 'Uygulamayı bu bilgisayara yükleyin ve açın.',
      create: () => 'Bir cüzdan oluşturun. Yedek sözcüklerini kâğıda yazın ve kimseyle paylaşmayın.',
      scan: (wallet) => named`Devam düğmesine basın, sonra kodu ${wallet} ile tarayın.`,
      refresh: (wallet) => named`${wallet} cüzdanını bulabilmesi için bu sayfayı yenileyin.`,
      connect: (wallet) => named`Devam düğmesine basın, sonra ${wallet} cüzdanını bağlayın.`,
    },
    scan: (wallet) => (wallet ? named`${wallet} ile tarayın` : 'Cüzdan uygulamanızla tarayın'),
    code: (wallet) =>
      wallet ? told`${wallet} bağlantısı için QR kodu`.plain : 'Cüzdan uygulamanızı bağlamak için QR kodu',
    tooLong: 'Bu bağlantı bir QR kodu için çok uzun. Bunun yerine Bağlantıyı kopyala düğmesini kullanın.',
    newCode: 'Yeni kod',
    newIn: (time) => around`Yeni kod: ${time}`,
    cutOff: 'Bağlantı koptu. Yeniden bağlanılıyor…',
    lapsed: { title: 'Bu kodun süresi doldu', text: 'Taramaya hazır olduğunuzda yenisini gösterin.' },
    renew: 'Yeni kod göster',
    copy: 'Bağlantıyı kopyala',
    copied: 'Kopyalandı',
    copySaid: {
      copied: 'Bağlantı kopyalandı',
      refused: 'Burada kopyalamaya izin yok. Bağlantıyı seçip kendiniz kopyalayın.',
    },
    preparing: (wallet) => ({
      title: 'Kodunuz oluşturuluyor…',
      text: wallet ? named`Telefonunuzda ${wallet} hazır olsun.` : 'Telefonunuzda cüzdan uygulamanız hazır olsun.',
    }),
    connect: {
      status: {
        opening: (wallet) => ({
          title: wallet ? named`${wallet} açılıyor…` : 'Cüzdanınız açılıyor…',
          text: wallet ? named`Bağlantıyı ${wallet} içinde onaylayın.` : 'Bağlantıyı cüzdanınızda onaylayın.',
        }),
        not_installed: (wallet) => ({
          title: named`${wallet} yüklü değil`,
          text: 'Eklentiyi açın veya yükleyin, sonra yeniden deneyin.',
        }),
        not_available: (wallet) => ({
          title: named`${wallet} bu tarayıcıda kullanılamıyor`,
          text: 'Başka bir cüzdan seçin veya sayfayı başka bir tarayıcıda açın.',
        }),
      },
    },
    ethereumOnly: (wallet) => named`Bu sayfa ${wallet} cüzdanından bir Solana hesabı değil, bir Ethereum hesabı ister.`,
    still: 'Hâlâ bekleniyor.',
    hint: {
      injected: (wallet) =>
        wallet
          ? named`Pencere yok mu? Tarayıcınızın araç çubuğundaki ${wallet} simgesine tıklayın.`
          : 'Pencere yok mu? Tarayıcınızın araç çubuğunda cüzdanınızın simgesine tıklayın.',
      coinbase: () =>
        'Pencere yok mu? Tarayıcınız engellemiş olabilir. Bu sayfa için açılır pencerelere izin verin, sonra yeniden seçin.',
      safe: (wallet) =>
        wallet ? named`Bu sayfanın çevresinde ${wallet} isteğini arayın.` : 'Bu sayfanın çevresinde isteği arayın.',
      walletConnect: (wallet) =>
        wallet ? named`Telefonunuzda ${wallet} uygulamasını açın.` : 'Telefonunuzda cüzdan uygulamanızı açın.',
    },
    failure: {
      rejected: (wallet) => ({
        title: 'İsteği reddettiniz',
        text: wallet
          ? named`Hiçbir şey değişmedi. Yeniden deneyin, sonra ${wallet} içinde onaylayın.`
          : 'Hiçbir şey değişmedi. Yeniden deneyin, sonra cüzdanınızda onaylayın.',
      }),
      elsewhere: (wallet) => ({
        title: 'Zaten açık bir istek var',
        text: wallet
          ? named`Önce ${wallet} içinde yanıtlayın, sonra yeniden deneyin.`
          : 'Önce cüzdanınızda yanıtlayın, sonra yeniden deneyin.',
      }),
      timedOut: (wallet) => ({
        title: wallet ? named`${wallet} yanıt vermedi` : 'Cüzdanınız yanıt vermedi',
        text: wallet
          ? named`İki dakika bekledik. ${wallet} kilidini açın, sonra yeniden deneyin.`
          : 'İki dakika bekledik. Cüzdanınızın kilidini açın, sonra yeniden deneyin.',
      }),
      unreachable: (wallet) => ({
        title: wallet ? named`${wallet} cüzdanına ulaşılamıyor` : 'Cüzdan uygulamanıza ulaşılamıyor',
        text: 'İnternet bağlantınızı kontrol edin, sonra yeniden deneyin.',
      }),
      refused: () => ({
        title: 'Bu siteden telefonlara ulaşılamıyor',
        text: 'Bağlantı hizmeti bu siteyi kabul etmiyor. Bunun yerine bu tarayıcıda bir cüzdan seçin.',
      }),
      insecure: (wallet) => ({
        title: wallet ? named`${wallet} için güvenli bir sayfa gerekir` : 'Cüzdanınız için güvenli bir sayfa gerekir',
        text: 'Bu sayfayı https ile açın veya başka bir cüzdan seçin.',
      }),
      expired: failed,
      failed,
    },
    phone: {
      list: 'Cüzdanlar',
      title: 'Cüzdanlarda yeni misiniz?',
      text: 'Cüzdan, dijital paranızı güvende tutan bir uygulamadır. Burada onun Ethereum hesabıyla oturum açarsınız.',
      preparing: (wallet) => ({
        title: 'Bir saniye…',
        text: wallet ? named`${wallet} bağlantınız hazırlanıyor.` : 'Bağlantınız hazırlanıyor.',
      }),
      ready: (wallet) => ({
        title: wallet ? named`${wallet} hazır` : 'Bağlantınız hazır',
        text: 'Açın, bağlantıyı onaylayın, sonra buraya dönün.',
      }),
      open: (wallet) => (wallet ? named`${wallet} uygulamasını aç` : 'Cüzdan uygulamanızı açın'),
      opening: 'Bağlantıyı uygulamada onaylayın, sonra buraya dönün.',
      confirm: (wallet) =>
        wallet ? named`Bağlantıyı ${wallet} içinde onaylayın.` : 'Bağlantıyı cüzdanınızda onaylayın.',
      stuck: 'Hâlâ bekleniyor. Uygulama açılmadıysa yeniden deneyin.',
      asking: (wallet) =>
        wallet ? named`Hâlâ bekleniyor. ${wallet} isteğini arayın.` : 'Hâlâ bekleniyor. Cüzdanınızın isteğini arayın.',
      unreachable: (others) => ({
        title: 'Cüzdan uygulamalarına ulaşılamıyor',
        text: exceptFor(others, 'İnternet bağlantınızı kontrol edin, sonra yeniden deneyin.'),
      }),
      refused: (others) => ({
        title: 'Bu siteden cüzdan uygulamalarına ulaşılamıyor',
        text: exceptFor(others, 'Bağlantı hizmeti bu siteyi kabul etmiyor.'),
      }),
      lapsed: () => ({
        title: 'Cüzdan uygulaması bağlantılarının süresi doldu',
        text: 'Bağlanmaya hazır olduğunuzda yenilerini oluşturun.',
      }),
      all: 'Tüm cüzdanlar',
      expand: (count) => `Tümü (${count})`,
      renew: 'Yeni bağlantılar oluştur',
      checkInternet: 'İnternet bağlantınızı kontrol edin, sonra yeniden deneyin.',
    },
    whose: (address) => named`Hesap ${{ name: address }}`,
    sign_in: {
      title: 'Oturum aç',
      headings: { idle: 'Bu cüzdanın sizin olduğunu doğrulayın', elsewhere: 'Yanlış ağ' },
      sentences: (wallet, connector) => ({
        idle: wallet
          ? told`${wallet} içinde kısa bir mesaj imzalayın. Hepsi bu.`
          : plain('Cüzdanınızda kısa bir mesaj imzalayın. Hepsi bu.'),
        signing: wallet
          ? told`${wallet} cüzdanını açın ve mesajı imzalayın. Bu sayfa kendiliğinden devam eder.`
          : plain('Cüzdanınızı açın ve mesajı imzalayın. Bu sayfa kendiliğinden devam eder.'),
        slow: {
          injected: plain('Hâlâ bekleniyor. Tarayıcı araç çubuğunda cüzdanınızın simgesine tıklayın, sonra onaylayın.'),
          walletConnect: wallet
            ? told`Hâlâ bekleniyor. ${wallet} uygulamasını açın ve onaylayın.`
            : plain('Hâlâ bekleniyor. Cüzdan uygulamanızı açın ve onaylayın.'),
          coinbase: wallet
            ? told`Hâlâ bekleniyor. ${wallet} penceresinde onaylayın.`
            : plain('Hâlâ bekleniyor. Cüzdanınızın penceresinde onaylayın.'),
          safe: wallet
            ? told`Hâlâ bekleniyor. ${wallet} içinde, bu sayfanın çevresindeki pencerede onaylayın.`
            : plain('Hâlâ bekleniyor. Bu sayfanın çevresindeki pencerede onaylayın.'),
        }[connector],
        verifying: plain('İmzalandı. İmzanız doğrulanıyor…'),
      }),
      astray: (wallet, network) => ({
        elsewhere: wallet
          ? told`${wallet} bu sayfanın kullanmadığı bir ağda. Oturum açmak için ${network} ağına geçin.`
          : told`Cüzdanınız bu sayfanın kullanmadığı bir ağda. Oturum açmak için ${network} ağına geçin.`,
      }),
      free: 'Mesaj İngilizcedir. Anlamı: “Bu hesabın sizin olduğunu doğrulamak için oturum açın. Ücretsizdir ve para aktarmaz.”',
      signature: {
        preparing_error: 'Mesaj hazırlanamadı, lütfen yeniden deneyin',
        signing_error: 'Mesaj imzalanamadı, lütfen yeniden deneyin',
        verifying_error: 'İmza doğrulanamadı, lütfen yeniden deneyin',
        oops_error: 'Bir şeyler ters gitti',
        switching_error: 'Ağ değiştirilmedi. Lütfen yeniden deneyin.',
        expired_error: 'Mesaj çok eskiydi. Lütfen yenisini gönderin.',
        clock_error: 'Bu cihazın saati yanlış görünüyor. Ayarlayın, sonra yeniden deneyin.',
      },
      acts: (wallet) => ({
        preparing: 'Mesaj hazırlanıyor…',
        ready: 'Mesaj gönder',
        unprepared: 'Yeniden dene',
        signing: 'İmza bekleniyor…',
        slow: 'İmza bekleniyor…',
        verifying: 'İmza doğrulanıyor…',
        elsewhere: 'Ağı değiştir',
        switching: wallet ? named`${wallet} içinde onaylayın…` : 'Cüzdanınızda onaylayın…',
      }),
    },
    cancel: 'İptal',
    checking: {
      title: 'Bir saniye…',
      sentences: {
        checking: plain('Oturumunuzun açık olup olmadığı kontrol ediliyor.'),
        signingOut: plain('Önce oturumunuz kapatılıyor.'),
      },
    },
    account: {
      title: 'Hesap',
      through: (wallet) => around`${wallet} ile bağlı`,
      network: (network) => around`Ağ: ${network ?? { name: 'Yanlış ağ', translate: 'yes' }}`,
      unread: 'Bakiye alınamadı',
      copy: 'Adresi kopyala',
      copySaid: {
        copied: 'Adres kopyalandı',
        refused: 'Burada kopyalamaya izin yok. Adresi seçip kendiniz kopyalayın.',
      },
      explorer: 'Gezginde görüntüle',
    },
    transactions: {
      title: 'Son işlemler',
      status,
      comma: ', ',
      line: (description, which) => told`${description}, ${status[which]}`,
      clear: 'Tümünü temizle',
      cleared: 'İşlemler temizlendi',
    },
    chain: {
      title: 'Ağ',
      connected: 'Bağlı',
      confirm: 'Cüzdanda onaylayın',
      astray: { title: 'Yanlış ağ.', text: 'Cüzdanınız bu sayfanın kullanmadığı bir ağda. Listeden birini seçin.' },
    },
    leave: 'Bağlantıyı kes',
    news: {
      connected: 'Bağlandı',
      signedIn: 'Oturum açıldı',
      signedOut: 'Oturum kapatıldı',
      disconnected: 'Bağlantı kesildi',
      moved: 'Ağ değişti',
    },
    confirmed: {
      label: 'Bildirim',
      of: {
        connected: (wallet) => named`${wallet} ile bağlandı`,
        signedIn: ({ address }) => named`Oturum açıldı: ${{ name: address }}`,
        signedOut: () => 'Oturum kapatıldı',
        disconnected: () => 'Bağlantı kesildi',
      },
    },
    trouble: {
      signOut: 'Oturumun kapandığını doğrulayamadık. Bu tarayıcıda oturumunuz hâlâ açık olabilir.',
      unchanged: 'Ağ değiştirilmedi. Lütfen yeniden deneyin.',
    },
  };
};
