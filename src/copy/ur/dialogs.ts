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
    title: wallet ? named`${wallet} جڑ نہیں سکا` : 'آپ کا والیٹ جڑ نہیں سکا',
    text: 'والیٹ میں کچھ غلط ہوا۔ دوبارہ کوشش کریں یا دوسرا چنیں۔',
  });
  const exceptFor = (others: IsolatedName[], text: string) =>
    plural<Node | string>(others.length, {
      zero: text,
      one: named`${text} ${listed(others)} اب بھی چلتا ہے۔`,
      other: named`${text} ${listed(others)} اب بھی چلتے ہیں۔`,
    });
  const status = { pending: 'زیرِ عمل', confirmed: 'تصدیق شدہ', failed: 'ناکام' };

  return {
    back: 'واپس',
    search: 'والیٹس میں تلاش کریں',
    noneFound: 'کوئی والیٹ نہیں ملا',
    nothing: (query) =>
      named`”${query}“ سے کوئی والیٹ نہیں ملتا۔ WalletConnect آزمائیں: یہ زیادہ تر والیٹ ایپس کے ساتھ چلتا ہے۔`,
    recent: 'حالیہ',
    latest: 'آخری انتخاب',
    unsupported: '(معاون نہیں)',
    installed: 'انسٹال شدہ',
    groups: { Recommended: 'تجویز کردہ', Popular: 'مقبول', More: 'مزید', Other: 'دیگر', Others: 'دیگر' },
    what: 'والیٹ کیا ہے؟',
    points: [
      {
        title: 'یہ آپ کی رقم رکھتا ہے',
        text: 'والیٹ ایک ایپ ہے جو آپ کی ڈیجیٹل رقم محفوظ رکھتی ہے۔ اسے صرف آپ کھول سکتے ہیں۔',
      },
      {
        title: 'یہ آپ کو اندر لاتا ہے',
        text: 'نیا پاس ورڈ نہیں۔ آپ Ethereum اکاؤنٹ سے سائن ان کرتے ہیں اور ہر قدم اپنے والیٹ میں منظور کرتے ہیں۔',
      },
    ],
    browse: 'والیٹ حاصل کریں',
    more: 'مزید جانیں',
    moreAbout: 'والیٹس کے بارے میں (نئے ٹیب میں کھلتا ہے)',
    get: 'حاصل کریں',
    forget: (wallet) => (wallet ? named`${wallet} بھلا دیں` : 'یہ والیٹ بھلا دیں'),
    getName: (wallet) => named`${wallet} حاصل کریں`,
    kinds: {
      phone: 'صرف فون',
      browser: 'صرف براؤزر',
      desktop: 'صرف ڈیسک ٹاپ',
      phoneBrowser: 'فون اور براؤزر',
      phoneDesktop: 'فون اور ڈیسک ٹاپ',
      browserDesktop: 'براؤزر اور ڈیسک ٹاپ',
      phoneBrowserDesktop: 'فون، براؤزر اور ڈیسک ٹاپ',
    },
    phoneApp: 'فون ایپ',
    getAfter: 'ان میں سے کسی سے بھی یہاں سائن ان کر سکتے ہیں۔ بعد میں بدل بھی سکتے ہیں۔',
    getOwnBrowser: (wallet) => named`اسے انسٹال کریں، پھر یہ صفحہ ${wallet} کے براؤزر میں کھولیں۔`,
    getAfterOnPhone: 'کوئی ایک انسٹال کریں، پھر اس صفحے پر واپس آ کر جوڑیں۔',
    nowhere: 'ان میں سے کوئی والیٹ اس ڈیوائس کے لیے دستیاب نہیں۔',
    options: {
      extension: { title: 'براؤزر ایکسٹینشن', text: 'اس کمپیوٹر پر تیز ترین طریقہ۔' },
      desktop: { title: 'ڈیسک ٹاپ ایپ', text: 'macOS، Windows، Linux۔' },
      mobile: { title: 'موبائل ایپ', text: 'ایپ کے لیے کوڈ اسکین کریں۔' },
    },
    getApp: (wallet) => named`${wallet} کی ایپ حاصل کریں`,
    point: 'ایپ اسٹور کھولنے کے لیے فون کا کیمرا کوڈ کی طرف کریں۔',
    store: (wallet) => told`ایپ اسٹور میں ${wallet} کے صفحے کا QR کوڈ`.plain,
    continue: 'جاری رکھیں',
    haveIt: 'انسٹال کر لیا',
    setUp: (wallet) => named`${wallet} ترتیب دیں`,
    refresh: 'صفحہ تازہ کریں',
    refreshing: 'تازہ ہو رہا ہے…',
    steps: { install: 'انسٹال کریں', create: 'بنائیں', scan: 'اسکین کریں', refresh: 'تازہ کریں', connect: 'جوڑیں' },
    how: {
      installExtension: () => 'ایکسٹینشن شامل کریں، پھر اسے ٹول بار پر پن کریں۔',
      installMobile: () => 'ایپ کو ہوم اسکرین پر رکھیں تاکہ دوبارہ مل سکے۔',
      installDesktop: () => 'ایپ اس کمپیوٹر پر انسٹال کریں اور کھولیں۔',
      create: () => 'والیٹ بنائیں۔ اس کے بیک اپ الفاظ کاغذ پر لکھیں اور کسی کو نہ بتائیں۔',
      scan: (wallet) => named`”جاری رکھیں“ دبائیں، پھر ${wallet} سے کوڈ اسکین کریں۔`,
      refresh: (wallet) => named`یہ صفحہ تازہ کریں تاکہ یہ ${wallet} کو ڈھونڈ سکے۔`,
      connect: (wallet) => named`”جاری رکھیں“ دبائیں، پھر ${wallet} جوڑیں۔`,
    },
    scan: (wallet) => (wallet ? named`${wallet} سے اسکین کریں` : 'اپنی والیٹ ایپ سے اسکین کریں'),
    code: (wallet) => (wallet ? told`${wallet} جوڑنے کا QR کوڈ`.plain : 'اپنی والیٹ ایپ جوڑنے کا QR کوڈ'),
    tooLong: 'یہ لنک QR کوڈ کے لیے بہت لمبا ہے۔ اس کے بجائے ”لنک کاپی کریں“ استعمال کریں۔',
    newCode: 'نیا کوڈ',
    newIn: (time) => around`نیا کوڈ ${time} میں`,
    cutOff: 'رابطہ ٹوٹ گیا۔ دوبارہ جڑ رہا ہے…',
    lapsed: { title: 'یہ کوڈ ختم ہو چکا ہے', text: 'اسکین کے لیے تیار ہوں تو نیا دکھائیں۔' },
    renew: 'نیا کوڈ دکھائیں',
    copy: 'لنک کاپی کریں',
    copied: 'کاپی ہو گیا',
    copySaid: { copied: 'لنک کاپی ہو گیا', refused: 'یہاں کاپی کی اجازت نہیں۔ لنک منتخب کر کے خود کاپی کریں۔' },
    preparing: (wallet) => ({
      title: 'آپ کا کوڈ بن رہا ہے…',
      text: wallet ? named`اپنے فون پر ${wallet} تیار رکھیں۔` : 'اپنے فون پر اپنی والیٹ ایپ تیار رکھیں۔',
    }),
    connect: {
      status: {
        opening: (wallet) => ({
          title: wallet ? named`${wallet} کھل رہا ہے…` : 'آپ کا والیٹ کھل رہا ہے…',
          text: wallet ? named`${wallet} میں کنکشن کی تصدیق کریں۔` : 'اپنے والیٹ میں کنکشن کی تصدیق کریں۔',
        }),
        not_installed: (wallet) => ({
          title: named`${wallet} انسٹال نہیں ہے`,
          text: 'ایکسٹینشن آن یا انسٹال کریں، پھر کوشش کریں۔',
        }),
        not_available: (wallet) => ({
          title: named`${wallet} اس براؤزر میں دستیاب نہیں`,
          text: 'دوسرا والیٹ چنیں، یا صفحہ دوسرے براؤزر میں کھولیں۔',
        }),
      },
    },
    ethereumOnly: (wallet) => named`یہ صفحہ ${wallet} سے Ethereum اکاؤنٹ مانگتا ہے، Solana کا نہیں۔`,
    still: 'اب بھی انتظار ہے۔',
    hint: {
      injected: (wallet) =>
        wallet
          ? named`کوئی ونڈو نہیں؟ براؤزر کے ٹول بار میں ${wallet} کے آئیکن پر کلک کریں۔`
          : 'کوئی ونڈو نہیں؟ براؤزر کے ٹول بار میں اپنے والیٹ کے آئیکن پر کلک کریں۔',
      coinbase: () => 'کوئی ونڈو نہیں؟ شاید براؤزر نے روک دی ہو۔ اس صفحے کے لیے پاپ اپ کی اجازت دیں، پھر دوبارہ چنیں۔',
      safe: (wallet) =>
        wallet ? named`اس صفحے کے اطراف ${wallet} کی درخواست دیکھیں۔` : 'اس صفحے کے اطراف درخواست دیکھیں۔',
      walletConnect: (wallet) => (wallet ? named`اپنے فون پر ${wallet} کھولیں۔` : 'اپنے فون پر اپنی والیٹ ایپ کھولیں۔'),
    },
    failure: {
      rejected: (wallet) => ({
        title: 'آپ نے درخواست رد کر دی',
        text: wallet
          ? named`کچھ نہیں بدلا۔ دوبارہ کوشش کریں، پھر ${wallet} میں منظور کریں۔`
          : 'کچھ نہیں بدلا۔ دوبارہ کوشش کریں، پھر اپنے والیٹ میں منظور کریں۔',
      }),
      elsewhere: (wallet) => ({
        title: 'ایک درخواست پہلے سے کھلی ہے',
        text: wallet
          ? named`پہلے ${wallet} میں جواب دیں، پھر کوشش کریں۔`
          : 'پہلے اپنے والیٹ میں جواب دیں، پھر کوشش کریں۔',
      }),
      timedOut: (wallet) => ({
        title: wallet ? named`${wallet} نے جواب نہیں دیا` : 'آپ کے والیٹ نے جواب نہیں دیا',
        text: wallet
          ? named`ہم نے دو منٹ انتظار کیا۔ ${wallet} کا قفل کھولیں، پھر کوشش کریں۔`
          : 'ہم نے دو منٹ انتظار کیا۔ اپنے والیٹ کا قفل کھولیں، پھر کوشش کریں۔',
      }),
      unreachable: (wallet) => ({
        title: wallet ? named`${wallet} تک رسائی نہیں` : 'آپ کی والیٹ ایپ تک رسائی نہیں',
        text: 'انٹرنیٹ دیکھیں، پھر کوشش کریں۔',
      }),
      refused: () => ({
        title: 'اس سائٹ سے فونز تک رسائی نہیں',
        text: 'کنکشن سروس اس سائٹ کو قبول نہیں کرتی۔ اس کے بجائے اس براؤزر میں کوئی والیٹ چنیں۔',
      }),
      insecure: (wallet) => ({
        title: wallet ? named`${wallet} کو محفوظ صفحہ درکار ہے` : 'آپ کے والیٹ کو محفوظ صفحہ درکار ہے',
        text: 'یہ صفحہ https سے کھولیں، یا کوئی دوسرا والیٹ چنیں۔',
      }),
      expired: failed,
      failed,
    },
    phone: {
      list: 'والیٹس',
      title: 'والیٹس آپ کے لیے نئے ہیں؟',
      text: 'والیٹ ایک ایپ ہے جو آپ کی ڈیجیٹل رقم محفوظ رکھتی ہے۔ آپ یہاں اس کے Ethereum اکاؤنٹ سے سائن ان کرتے ہیں۔',
      preparing: (wallet) => ({
        title: 'ایک لمحہ…',
        text: wallet ? named`${wallet} کے لیے آپ کا لنک تیار ہو رہا ہے۔` : 'آپ کا لنک تیار ہو رہا ہے۔',
      }),
      ready: (wallet) => ({
        title: wallet ? named`${wallet} تیار ہے` : 'آپ کا لنک تیار ہے',
        text: 'اسے کھولیں، کنکشن منظور کریں، پھر یہاں واپس آئیں۔',
      }),
      open: (wallet) => (wallet ? named`${wallet} کھولیں` : 'اپنی والیٹ ایپ کھولیں'),
      opening: 'ایپ میں کنکشن منظور کریں، پھر یہاں واپس آئیں۔',
      confirm: (wallet) => (wallet ? named`${wallet} میں کنکشن کی تصدیق کریں۔` : 'اپنے والیٹ میں کنکشن کی تصدیق کریں۔'),
      stuck: 'اب بھی انتظار ہے۔ اگر ایپ نہیں کھلی تو دوبارہ کوشش کریں۔',
      asking: (wallet) =>
        wallet
          ? named`اب بھی انتظار ہے۔ ${wallet} کی درخواست دیکھیں۔`
          : 'اب بھی انتظار ہے۔ اپنے والیٹ کی درخواست دیکھیں۔',
      unreachable: (others) => ({
        title: 'والیٹ ایپس تک رسائی نہیں',
        text: exceptFor(others, 'انٹرنیٹ دیکھیں، پھر کوشش کریں۔'),
      }),
      refused: (others) => ({
        title: 'اس سائٹ سے والیٹ ایپس تک رسائی نہیں',
        text: exceptFor(others, 'کنکشن سروس اس سائٹ کو قبول نہیں کرتی۔'),
      }),
      lapsed: () => ({ title: 'والیٹ ایپس کے لنک ختم ہو چکے ہیں', text: 'جوڑنے کے لیے تیار ہوں تو نئے بنائیں۔' }),
      all: 'تمام والیٹس',
      expand: (count) => `تمام ${count}`,
      renew: 'نئے لنک بنائیں',
      checkInternet: 'انٹرنیٹ دیکھیں، پھر کوشش کریں۔',
    },
    whose: (address) => named`اکاؤنٹ ${{ name: address }}`,
    sign_in: {
      title: 'سائن ان',
      headings: { idle: 'تصدیق کریں کہ یہ والیٹ آپ کا ہے', elsewhere: 'غلط نیٹ ورک' },
      sentences: (wallet, connector) => ({
        idle: wallet
          ? told`${wallet} میں ایک مختصر پیغام پر دستخط کریں۔ بس اتنا ہی۔`
          : plain('اپنے والیٹ میں ایک مختصر پیغام پر دستخط کریں۔ بس اتنا ہی۔'),
        signing: wallet
          ? told`${wallet} کھولیں اور پیغام پر دستخط کریں۔ یہ صفحہ خود آگے بڑھے گا۔`
          : plain('اپنا والیٹ کھولیں اور پیغام پر دستخط کریں۔ یہ صفحہ خود آگے بڑھے گا۔'),
        slow: {
          injected: plain('اب بھی انتظار ہے۔ براؤزر کے ٹول بار میں اپنے والیٹ کے آئیکن پر کلک کریں، پھر منظور کریں۔'),
          walletConnect: wallet
            ? told`اب بھی انتظار ہے۔ ${wallet} کی ایپ کھولیں اور منظور کریں۔`
            : plain('اب بھی انتظار ہے۔ اپنی والیٹ ایپ کھولیں اور منظور کریں۔'),
          coinbase: wallet
            ? told`اب بھی انتظار ہے۔ ${wallet} کی ونڈو میں منظور کریں۔`
            : plain('اب بھی انتظار ہے۔ اپنے والیٹ کی ونڈو میں منظور کریں۔'),
          safe: wallet
            ? told`اب بھی انتظار ہے۔ ${wallet} میں، اس صفحے کے گرد والی ونڈو میں، منظور کریں۔`
            : plain('اب بھی انتظار ہے۔ اس صفحے کے گرد والی ونڈو میں منظور کریں۔'),
        }[connector],
        verifying: plain('دستخط ہو گئے۔ آپ کے دستخط کی جانچ ہو رہی ہے…'),
      }),
      astray: (wallet, network) => ({
        elsewhere: wallet
          ? told`${wallet} ایسے نیٹ ورک پر ہے جو یہ صفحہ استعمال نہیں کرتا۔ سائن ان کے لیے ${network} پر جائیں۔`
          : told`آپ کا والیٹ ایسے نیٹ ورک پر ہے جو یہ صفحہ استعمال نہیں کرتا۔ سائن ان کے لیے ${network} پر جائیں۔`,
      }),
      free: 'پیغام انگریزی میں ہے۔ اس کا مطلب: ”تصدیق کے لیے سائن ان کریں کہ یہ اکاؤنٹ آپ کا ہے۔ یہ مفت ہے اور کوئی رقم منتقل نہیں ہوتی۔“',
      signature: {
        preparing_error: 'پیغام تیار کرنے میں خرابی، دوبارہ کوشش کریں',
        signing_error: 'پیغام پر دستخط میں خرابی، دوبارہ کوشش کریں',
        verifying_error: 'دستخط کی جانچ میں خرابی، دوبارہ کوشش کریں',
        oops_error: 'معذرت، کچھ غلط ہو گیا',
        switching_error: 'نیٹ ورک نہیں بدلا۔ دوبارہ کوشش کریں۔',
        expired_error: 'پیغام بہت پرانا تھا۔ نیا پیغام بھیجیں۔',
        clock_error: 'اس ڈیوائس کی گھڑی غلط لگتی ہے۔ اسے درست کریں، پھر کوشش کریں۔',
      },
      acts: (wallet) => ({
        preparing: 'پیغام تیار ہو رہا ہے…',
        ready: 'پیغام بھیجیں',
        unprepared: 'دوبارہ کوشش کریں',
        signing: 'دستخط کا انتظار…',
        slow: 'دستخط کا انتظار…',
        verifying: 'دستخط کی جانچ…',
        elsewhere: 'نیٹ ورک بدلیں',
        switching: wallet ? named`${wallet} میں تصدیق کریں…` : 'اپنے والیٹ میں تصدیق کریں…',
      }),
    },
    cancel: 'منسوخ کریں',
    checking: {
      title: 'ایک لمحہ…',
      sentences: {
        checking: plain('دیکھا جا رہا ہے کہ آپ سائن ان ہیں یا نہیں۔'),
        signingOut: plain('پہلے آپ کو سائن آؤٹ کیا جا رہا ہے۔'),
      },
    },
    account: {
      title: 'اکاؤنٹ',
      through: (wallet) => around`${wallet} سے جڑا ہوا`,
      network: (network) => around`نیٹ ورک: ${network ?? { name: 'غلط نیٹ ورک', translate: 'yes' }}`,
      unread: 'بیلنس دستیاب نہیں',
      copy: 'ایڈریس کاپی کریں',
      copySaid: { copied: 'ایڈریس کاپی ہو گیا', refused: 'یہاں کاپی کی اجازت نہیں۔ ایڈریس منتخب کر کے خود کاپی کریں۔' },
      explorer: 'ایکسپلورر پر دیکھیں',
    },
    transactions: {
      title: 'حالیہ ٹرانزیکشنز',
      status,
      comma: '، ',
      line: (description, which) => told`${description}، ${status[which]}`,
      clear: 'سب صاف کریں',
      cleared: 'ٹرانزیکشنز صاف ہو گئیں',
    },
    chain: {
      title: 'نیٹ ورک',
      connected: 'جڑا ہوا',
      confirm: 'والیٹ میں تصدیق کریں',
      astray: {
        title: 'غلط نیٹ ورک۔',
        text: 'آپ کا والیٹ ایسے نیٹ ورک پر ہے جو یہ صفحہ استعمال نہیں کرتا۔ فہرست سے چنیں۔',
      },
    },
    leave: 'رابطہ ختم کریں',
    news: {
      connected: 'جڑ گیا',
      signedIn: 'سائن ان ہو گئے',
      signedOut: 'سائن آؤٹ ہو گئے',
      disconnected: 'رابطہ ختم',
      moved: 'نیٹ ورک بدل گیا',
    },
    confirmed: {
      label: 'اطلاع',
      of: {
        connected: (wallet) => named`${wallet} سے جڑ گیا`,
        signedIn: ({ address }) => named`${{ name: address }} کے طور پر سائن ان ہو گئے`,
        signedOut: () => 'سائن آؤٹ ہو گئے',
        disconnected: () => 'رابطہ ختم',
      },
    },
    trouble: {
      signOut: 'ہم تصدیق نہ کر سکے کہ آپ سائن آؤٹ ہو گئے۔ ممکن ہے آپ اس براؤزر میں اب بھی سائن ان ہوں۔',
      unchanged: 'نیٹ ورک نہیں بدلا۔ دوبارہ کوشش کریں۔',
    },
  };
};
