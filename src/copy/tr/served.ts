import type { Brand } from '../en/page';
import type { ServedTexts } from '../en/served';

export const createServedTexts = ({ brand }: Brand): ServedTexts => ({
  brand,
  control: {
    connect: 'Cüzdan bağla',
    account: 'Hesap',
    reconnect: 'Yeniden bağla: {wallet}',
    pending: '(işlem bekliyor)',
  },
  home: `${brand} ana sayfası`,
  skip: 'İçeriğe geç',
  noScript: 'Cüzdan bağlamak için JavaScript’i açın.',
  meta: {
    title: `${brand}: faizsiz USDC borç alın`,
    description:
      'SOL yatırın. USDC borç alın. Faiz yok: yatırdığınız SOL stake edilir, staking ödüllerini borç verenlerle paylaşırsınız.',
    picture: `Faizsiz USDC borç alın. ${brand}.`,
  },
  hero: {
    headline: 'Faizsiz USDC borç alın.',
    subline: 'SOL yatırın. USDC borç alın.',
    join: 'Alfaya Katıl',
    how: 'Nasıl Çalışır',
  },
  steps: {
    title: 'Nasıl Çalışır',
    lead: 'Üç adım, faiz yok.',
    list: [
      { title: 'SOL yatırın', text: 'Yatırdığınız SOL, borç aldığınız USDC için teminattır.' },
      {
        title: 'Yatırdığınız SOL stake edilir',
        text: 'Staking ödülü kazandırır. Faiz ödemek yerine bu ödülleri borç verenlerle paylaşırsınız.',
      },
      { title: 'USDC alın', text: 'USDC, tezgâh üstü (OTC) piyasa üzerinden gelir. Bu 3-4 gün sürebilir.' },
    ],
    more: 'Daha fazla bilgi',
    moreAbout: `${brand} nasıl çalışır, kısa tanıtım belgesinde (litepaper) (yeni sekmede açılır)`,
  },
  halal: {
    title: '%100 helal',
    list: [
      { title: 'Faiz (riba) yok', text: 'Aldığınız USDC için faiz ödemezsiniz.' },
      { title: 'Adil kâr paylaşımı', text: 'Staking ödülleri sizinle borç verenler arasında paylaşılır.' },
      { title: 'İslami finans ilkelerine uygun', text: 'Borç verenler faiz değil, ödüllerden pay alır.' },
    ],
  },
  backers: { title: 'En iyilerin desteğiyle' },
  footer: {
    risk: 'SOL değeri ve staking ödülleri düşebilir. Bu sınırlı bir alfadır: yalnızca kaybetmeyi göze alabileceğiniz kadarıyla katılın. Buradaki hiçbir şey finansal veya dinî tavsiye değildir.',
    rights: `© ${brand}`,
    licenses: 'Lisanslar',
    language: 'Dil',
    commit: 'Commit',
    root: 'kök',
  },
  error: {
    title: 'Beklenmeyen Uygulama Hatası!',
    notFound: '404 Bulunamadı',
    crashed: 'Bir şeyler ters gitti. Hiçbir şey gönderilmedi. Lütfen geri dönüp yeniden deneyin.',
    home: 'Ana sayfaya dön',
    damaged:
      'Sayfanın bu kopyası bozuk ya da yolda değiştirilmiş, bu yüzden çalışmıyor. Lütfen burada cüzdan bağlamayın ve daha sonra tekrar gelin.',
  },
});
