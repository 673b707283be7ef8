import { productBySlug } from './catalogue.ts';
import type { SeedSettings } from './types.ts';

const packs = ['krupkrap-cassava-crackle-sambal', 'padi-lima-fragrant-rice', 'nyonya-pot-pandan-kaya'].map(
  (slug) => productBySlug(slug).pack,
);

/**
 * The demo shop's settings; the strings of docs/readings.md#21 are the spec's own (§1). Business, address and numbers
 * are invented.
 */
export const settings: SeedSettings = {
  site_title: { en: 'Sekampit', zh: '满袋' },
  site_subtitle: { en: 'Loyalty Rewards & Online Store', zh: '会员奖励与网上商店' },
  currency: 'MYR',
  logo: { kind: 'logo' },
  category_size: 280,
  seo: {
    canonical_url: null,
    og_title: { en: 'Sekampit: your neighbourhood sundry shop, online', zh: '满袋：您家附近的杂货店，现在上网了' },
    og_description: {
      en: 'Kerepek, kaya, rice and fresh greens, delivered in the slot you choose. Free shipping from RM80.',
      zh: '脆片、咖椰、白米和新鲜蔬菜，按您选择的时段送到家。满RM80免运费。',
    },
    og_image: { kind: 'banner', scene: 'friday-night', packs, format: 'wide' },
    twitter_handle: '@sekampit',
    twitter_card_type: 'summary_large_image',
    meta_title: { en: 'Sekampit | Loyalty Rewards & Online Store', zh: '满袋 | 会员奖励与网上商店' },
    meta_description: {
      en: 'Malaysian groceries and snacks with a promise on price: 120 favourites, cash on delivery, and a sack that fills itself.',
      zh: '马来西亚杂货与零食，价格实在：120款心头好，货到付款，一袋满载。',
    },
    meta_tags: {
      en: 'groceries, snacks, kerepek, kaya, instant noodles, Malaysia, cash on delivery',
      zh: '杂货,零食,咖椰,快熟面,榴梿,马来西亚,货到付款',
    },
  },
  office_hours: { en: 'Mon-Fri 8:30 am - 6:00 pm', zh: '星期一至五 上午8:30 - 下午6:00' },
  announcement: {
    text: {
      en: 'Free shipping and a chance to win an RM150 e-cash voucher',
      zh: '免运费，还有机会赢取RM150电子现金券',
    },
    highlight: { en: 'RM150', zh: 'RM150' },
  },
  free_shipping_bar: { hide_in_cart: false, hide_in_topbar: false },
  bag_fee: { enabled: true, fee: 100, label: { en: 'Bag fee', zh: '袋子费' } },
  tips: [0, 200, 300, 500],
  founded: 2001,
  outlets_count: { en: 'more than 700 outlets', zh: '超过700间分店' },
  contact: {
    email: 'hello@sekampit.example',
    phone: '0355500100',
    whatsapp: '60125550100',
    address: {
      en: 'Lot 1, Jalan Contoh 1, SS2, 47300 Petaling Jaya, Selangor',
      zh: 'Lot 1, Jalan Contoh 1, SS2, 47300 Petaling Jaya, 雪兰莪',
    },
  },
  legal: {
    business_name: 'Sekampit Demo Sdn. Bhd.',
    registration_no: '200101000000 (demo)',
    prices_note: {
      en: 'All prices are in ringgit and include tax. Delivery and bag fee are shown before you place an order. This is a demo shop: nothing is really sold.',
      zh: '所有价格以令吉计算，已含税。运费与袋子费在下单前列明。本店为示范商店，并不真正出售商品。',
    },
  },
  app_links: {
    ios: 'https://apps.apple.com/my/app/sekampit/id0000000000',
    android: 'https://play.google.com/store/apps/details?id=example.sekampit',
  },
  bulky_max_per_order: 3,
};
