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
    title: wallet ? named`تعذّر ربط ${wallet}` : 'تعذّر ربط محفظتك',
    text: 'حدث خطأ في المحفظة. أعد المحاولة أو اختر أخرى.',
  });
  const exceptFor = (others: IsolatedName[], text: string) =>
    plural<Node | string>(others.length, {
      zero: text,
      one: named`${text} ما زالت ${listed(others)} تعمل.`,
      two: named`${text} ما زالت ${listed(others)} تعملان.`,
      other: named`${text} ما زالت ${listed(others)} تعمل.`,
    });
  const status = { pending: 'قيد الانتظار', confirmed: 'مؤكدة', failed: 'فشلت' };

  return {
    back: 'رجوع',
    search: 'ابحث في المحافظ',
    noneFound: 'لم يُعثر على محفظة',
    nothing: (query) => named`لا توجد محافظ تطابق «${query}». جرّب WalletConnect: يعمل مع معظم تطبيقات المحافظ.`,
    recent: 'حديثة',
    latest: 'آخر اختيار',
    unsupported: '(غير مدعومة)',
    installed: 'مثبّتة',
    groups: { Recommended: 'موصى بها', Popular: 'شائعة', More: 'المزيد', Other: 'أخرى', Others: 'أخرى' },
    what: 'ما هي المحفظة؟',
    points: [
      { title: 'تحفظ أموالك', text: 'المحفظة تطبيق يحفظ أموالك الرقمية بأمان. أنت وحدك من يفتحها.' },
      { title: 'تدخل بها', text: 'لا كلمة مرور جديدة. تسجّل الدخول بحساب Ethereum، وتوافق على كل خطوة في محفظتك.' },
    ],
    browse: 'احصل على محفظة',
    more: 'معرفة المزيد',
    moreAbout: 'عن المحافظ (يُفتح في علامة تبويب جديدة)',
    get: 'تنزيل',
    forget: (wallet) => (wallet ? named`نسيان ${wallet}` : 'نسيان هذه المحفظة'),
    getName: (wallet) => named`احصل على ${wallet}`,
    kinds: {
      phone: 'الهاتف فقط',
      browser: 'المتصفح فقط',
      desktop: 'الحاسوب فقط',
      phoneBrowser: 'الهاتف والمتصفح',
      phoneDesktop: 'الهاتف والحاسوب',
      browserDesktop: 'المتصفح والحاسوب',
      phoneBrowserDesktop: 'الهاتف والمتصفح والحاسوب',
    },
    phoneApp: 'تطبيق للهاتف',
    getAfter: 'يمكنك تسجيل الدخول هنا بأي منها، وتغييرها لاحقًا.',
    getOwnBrowser: (wallet) => named`ثبّتها، ثم افتح هذه الصفحة في متصفح ${wallet}.`,
    getAfterOnPhone: 'ثبّت واحدة، ثم عد إلى هذه الصفحة واربطها.',
    nowhere: 'لا تتوفر أي من هذه المحافظ لهذا الجهاز.',
    options: {
      extension: { title: 'إضافة المتصفح', text: 'أسرع طريقة على هذا الحاسوب.' },
      desktop: { title: 'تطبيق الحاسوب', text: 'macOS وWindows وLinux.' },
      mobile: { title: 'تطبيق الهاتف', text: 'امسح رمزًا للحصول على التطبيق.' },
    },
    getApp: (wallet) => named`احصل على تطبيق ${wallet}`,
    point: 'وجّه كاميرا هاتفك إلى الرمز لفتح متجر التطبيقات.',
    store: (wallet) => told`رمز QR لصفحة ${wallet} في متجر التطبيقات`.plain,
    continue: 'متابعة',
    haveIt: 'ثبّتُّها',
    setUp: (wallet) => named`إعداد ${wallet}`,
    refresh: 'تحديث الصفحة',
    refreshing: 'جارٍ التحديث…',
    steps: { install: 'التثبيت', create: 'الإنشاء', scan: 'المسح', refresh: 'التحديث', connect: 'الربط' },
    how: {
      installExtension: () => 'أضف الإضافة، ثم ثبّتها في شريط الأدوات.',
      installMobile: () => 'أبقِ التطبيق على شاشتك الرئيسية لتجده من جديد.',
      installDesktop: () => 'ثبّت التطبيق على هذا الحاسوب وافتحه.',
      create: () => 'أنشئ محفظة. اكتب كلمات الاسترداد على ورقة ولا تشاركها أبدًا.',
      scan: (wallet) => named`اضغط «متابعة»، ثم امسح الرمز باستخدام ${wallet}.`,
      refresh: (wallet) => named`حدّث هذه الصفحة لتجد ${wallet}.`,
      connect: (wallet) => named`اضغط «متابعة»، ثم اربط ${wallet}.`,
    },
    scan: (wallet) => (wallet ? named`امسح باستخدام ${wallet}` : 'امسح بتطبيق محفظتك'),
    code: (wallet) => (wallet ? told`رمز QR لربط ${wallet}`.plain : 'رمز QR لربط تطبيق محفظتك'),
    tooLong: 'هذا الرابط أطول من أن يتسع له رمز QR. استخدم «نسخ الرابط» بدلًا منه.',
    newCode: 'رمز جديد',
    newIn: (time) => around`رمز جديد خلال ${time}`,
    cutOff: 'انقطع الاتصال. جارٍ إعادة الاتصال…',
    lapsed: { title: 'انتهت صلاحية هذا الرمز', text: 'أظهر رمزًا جديدًا عندما تستعد لمسحه.' },
    renew: 'إظهار رمز جديد',
    copy: 'نسخ الرابط',
    copied: 'نُسخ',
    copySaid: { copied: 'نُسخ الرابط', refused: 'النسخ غير مسموح هنا. حدّد الرابط وانسخه بنفسك.' },
    preparing: (wallet) => ({
      title: 'جارٍ إنشاء رمزك…',
      text: wallet ? named`جهّز ${wallet} على هاتفك.` : 'جهّز تطبيق محفظتك على هاتفك.',
    }),
    connect: {
      status: {
        opening: (wallet) => ({
          title: wallet ? named`جارٍ فتح ${wallet}…` : 'جارٍ فتح محفظتك…',
          text: wallet ? named`أكّد الاتصال في ${wallet}.` : 'أكّد الاتصال في محفظتك.',
        }),
        not_installed: (wallet) => ({
          title: named`${wallet} غير مثبّتة`,
          text: 'فعّل الإضافة أو ثبّتها، ثم أعد المحاولة.',
        }),
        not_available: (wallet) => ({
          title: named`${wallet} غير متاحة في هذا المتصفح`,
          text: 'اختر محفظة أخرى، أو افتح الصفحة في متصفح آخر.',
        }),
      },
    },
    ethereumOnly: (wallet) => named`تطلب هذه الصفحة من ${wallet} حساب Ethereum، لا حساب Solana.`,
    still: 'ما زلنا ننتظر.',
    hint: {
      injected: (wallet) =>
        wallet
          ? named`لم تظهر نافذة؟ انقر أيقونة ${wallet} في شريط أدوات المتصفح.`
          : 'لم تظهر نافذة؟ انقر أيقونة محفظتك في شريط أدوات المتصفح.',
      coinbase: () => 'لم تظهر نافذة؟ ربما حظرها متصفحك. اسمح بالنوافذ المنبثقة لهذه الصفحة، ثم اخترها من جديد.',
      safe: (wallet) => (wallet ? named`ابحث عن طلب ${wallet} حول هذه الصفحة.` : 'ابحث عن الطلب حول هذه الصفحة.'),
      walletConnect: (wallet) => (wallet ? named`افتح ${wallet} على هاتفك.` : 'افتح تطبيق محفظتك على هاتفك.'),
    },
    failure: {
      rejected: (wallet) => ({
        title: 'رفضتَ الطلب',
        text: wallet
          ? named`لم يتغير شيء. أعد المحاولة، ثم وافق في ${wallet}.`
          : 'لم يتغير شيء. أعد المحاولة، ثم وافق في محفظتك.',
      }),
      elsewhere: (wallet) => ({
        title: 'هناك طلب مفتوح',
        text: wallet ? named`أجب عنه في ${wallet} أولًا، ثم أعد المحاولة.` : 'أجب عنه في محفظتك أولًا، ثم أعد المحاولة.',
      }),
      timedOut: (wallet) => ({
        title: wallet ? named`لم تُجب ${wallet}` : 'لم تُجب محفظتك',
        text: wallet
          ? named`انتظرنا دقيقتين. افتح قفل ${wallet}، ثم أعد المحاولة.`
          : 'انتظرنا دقيقتين. افتح قفل محفظتك، ثم أعد المحاولة.',
      }),
      unreachable: (wallet) => ({
        title: wallet ? named`تعذّر الوصول إلى ${wallet}` : 'تعذّر الوصول إلى تطبيق محفظتك',
        text: 'تحقّق من اتصالك بالإنترنت، ثم أعد المحاولة.',
      }),
      refused: () => ({
        title: 'لا يمكن الوصول إلى الهواتف من هذا الموقع',
        text: 'لا تقبل خدمة الاتصال هذا الموقع. اختر محفظة في هذا المتصفح بدلًا من ذلك.',
      }),
      insecure: (wallet) => ({
        title: wallet ? named`تحتاج ${wallet} إلى صفحة آمنة` : 'تحتاج محفظتك إلى صفحة آمنة',
        text: 'افتح هذه الصفحة عبر https، أو اختر محفظة أخرى.',
      }),
      expired: failed,
      failed,
    },
    phone: {
      list: 'المحافظ',
      title: 'جديد على المحافظ؟',
      text: 'المحفظة تطبيق يحفظ أموالك الرقمية بأمان. تسجّل الدخول هنا بحسابها على Ethereum.',
      preparing: (wallet) => ({
        title: 'لحظة من فضلك…',
        text: wallet ? named`جارٍ تجهيز رابطك إلى ${wallet}.` : 'جارٍ تجهيز رابطك.',
      }),
      ready: (wallet) => ({
        title: wallet ? named`${wallet} جاهزة` : 'رابطك جاهز',
        text: 'افتحها، ووافق على الاتصال، ثم عد إلى هنا.',
      }),
      open: (wallet) => (wallet ? named`فتح ${wallet}` : 'فتح تطبيق محفظتك'),
      opening: 'وافق على الاتصال في التطبيق، ثم عد إلى هنا.',
      confirm: (wallet) => (wallet ? named`أكّد الاتصال في ${wallet}.` : 'أكّد الاتصال في محفظتك.'),
      stuck: 'ما زلنا ننتظر. إن لم يُفتح التطبيق، فأعد المحاولة.',
      asking: (wallet) =>
        wallet ? named`ما زلنا ننتظر. ابحث عن طلب ${wallet}.` : 'ما زلنا ننتظر. ابحث عن الطلب من محفظتك.',
      unreachable: (others) => ({
        title: 'تعذّر الوصول إلى تطبيقات المحافظ',
        text: exceptFor(others, 'تحقّق من اتصالك بالإنترنت، ثم أعد المحاولة.'),
      }),
      refused: (others) => ({
        title: 'لا يمكن الوصول إلى تطبيقات المحافظ من هذا الموقع',
        text: exceptFor(others, 'لا تقبل خدمة الاتصال هذا الموقع.'),
      }),
      lapsed: () => ({ title: 'انتهت صلاحية روابط تطبيقات المحافظ', text: 'أنشئ روابط جديدة عندما تستعد للربط.' }),
      all: 'كل المحافظ',
      expand: (count) => `الكل ${count}`,
      renew: 'إنشاء روابط جديدة',
      checkInternet: 'تحقّق من اتصالك بالإنترنت، ثم أعد المحاولة.',
    },
    whose: (address) => named`الحساب ${{ name: address }}`,
    sign_in: {
      title: 'تسجيل الدخول',
      headings: { idle: 'أكّد أن هذه المحفظة لك', elsewhere: 'شبكة خاطئة' },
      sentences: (wallet, connector) => ({
        idle: wallet
          ? told`وقّع رسالة قصيرة في ${wallet}. هذا كل ما يلزم.`
          : plain('وقّع رسالة قصيرة في محفظتك. هذا كل ما يلزم.'),
        signing: wallet
          ? told`افتح ${wallet} ووقّع الرسالة. تتابع هذه الصفحة تلقائيًا.`
          : plain('افتح محفظتك ووقّع الرسالة. تتابع هذه الصفحة تلقائيًا.'),
        slow: {
          injected: plain('ما زلنا ننتظر. انقر أيقونة محفظتك في شريط أدوات المتصفح، ثم وافق.'),
          walletConnect: wallet
            ? told`ما زلنا ننتظر. افتح تطبيق ${wallet} ووافق.`
            : plain('ما زلنا ننتظر. افتح تطبيق محفظتك ووافق.'),
          coinbase: wallet
            ? told`ما زلنا ننتظر. وافق في نافذة ${wallet}.`
            : plain('ما زلنا ننتظر. وافق في نافذة محفظتك.'),
          safe: wallet
            ? told`ما زلنا ننتظر. وافق في ${wallet}، في النافذة المحيطة بهذه الصفحة.`
            : plain('ما زلنا ننتظر. وافق في النافذة المحيطة بهذه الصفحة.'),
        }[connector],
        verifying: plain('وُقّعت. جارٍ التحقق من توقيعك…'),
      }),
      astray: (wallet, network) => ({
        elsewhere: wallet
          ? told`محفظة ${wallet} على شبكة لا تستخدمها هذه الصفحة. بدّل إلى ${network} لتسجيل الدخول.`
          : told`محفظتك على شبكة لا تستخدمها هذه الصفحة. بدّل إلى ${network} لتسجيل الدخول.`,
      }),
      free: 'الرسالة بالإنجليزية، ومعناها: «سجّل الدخول لتؤكد أن هذا الحساب لك. هذا مجاني ولا ينقل أي أموال.»',
      signature: {
        preparing_error: 'خطأ في تجهيز الرسالة، أعد المحاولة',
        signing_error: 'خطأ في توقيع الرسالة، أعد المحاولة',
        verifying_error: 'خطأ في التحقق من التوقيع، أعد المحاولة',
        oops_error: 'عذرًا، حدث خطأ ما',
        switching_error: 'لم تتغيّر الشبكة. حاول مرة أخرى.',
        expired_error: 'الرسالة قديمة جدًا. أرسل الرسالة الجديدة.',
        clock_error: 'تبدو ساعة هذا الجهاز خاطئة. اضبطها، ثم أعد المحاولة.',
      },
      acts: (wallet) => ({
        preparing: 'جارٍ تجهيز الرسالة…',
        ready: 'إرسال الرسالة',
        unprepared: 'إعادة المحاولة',
        signing: 'بانتظار التوقيع…',
        slow: 'بانتظار التوقيع…',
        verifying: 'جارٍ التحقق من التوقيع…',
        elsewhere: 'تبديل الشبكة',
        switching: wallet ? named`أكّد في ${wallet}…` : 'أكّد في محفظتك…',
      }),
    },
    cancel: 'إلغاء',
    checking: {
      title: 'لحظة من فضلك…',
      sentences: {
        checking: plain('جارٍ التحقق مما إذا كنت قد سجّلت الدخول.'),
        signingOut: plain('جارٍ تسجيل خروجك أولًا.'),
      },
    },
    account: {
      title: 'الحساب',
      through: (wallet) => around`متصل عبر ${wallet}`,
      network: (network) => around`الشبكة: ${network ?? { name: 'شبكة خاطئة', translate: 'yes' }}`,
      unread: 'الرصيد غير متاح',
      copy: 'نسخ العنوان',
      copySaid: { copied: 'نُسخ العنوان', refused: 'النسخ غير مسموح هنا. حدّد العنوان وانسخه بنفسك.' },
      explorer: 'عرض في مستعرض الكتل',
    },
    transactions: {
      title: 'آخر المعاملات',
      status,
      comma: '، ',
      line: (description, which) => told`${description}، ${status[which]}`,
      clear: 'مسح الكل',
      cleared: 'مُسحت المعاملات',
    },
    chain: {
      title: 'الشبكة',
      connected: 'متصلة',
      confirm: 'أكّد في المحفظة',
      astray: { title: 'شبكة خاطئة.', text: 'محفظتك على شبكة لا تستخدمها هذه الصفحة. اختر واحدة من القائمة.' },
    },
    leave: 'قطع الاتصال',
    news: {
      connected: 'تم الربط',
      signedIn: 'سُجّل الدخول',
      signedOut: 'سُجّل الخروج',
      disconnected: 'قُطع الاتصال',
      moved: 'تغيّرت الشبكة',
    },
    confirmed: {
      label: 'إشعار',
      of: {
        connected: (wallet) => named`متصل عبر ${wallet}`,
        signedIn: ({ address }) => named`سُجّل الدخول بالحساب ${{ name: address }}`,
        signedOut: () => 'سُجّل الخروج',
        disconnected: () => 'قُطع الاتصال',
      },
    },
    trouble: {
      signOut: 'تعذّر تأكيد تسجيل خروجك. ربما ما زلت مسجّل الدخول في هذا المتصفح.',
      unchanged: 'لم تتغيّر الشبكة. حاول مرة أخرى.',
    },
  };
};
