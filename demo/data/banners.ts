import { productBySlug } from './catalogue.ts';
import type { SeedBanner } from './types.ts';

type Row = Omit<SeedBanner, 'position' | 'wide' | 'tile'> & { packs: string[] };

const rows: Row[] = [
  {
    slug: 'friday-night',
    scene: 'friday-night',
    title: { en: 'Fill the sack for Friday night', zh: '周五夜 装满一袋' },
    description: {
      en: 'Kerepek, popcorn and fizz from RM2.50. Chips out, film on.',
      zh: '脆片、爆米花、汽水，RM2.50起。零食备好，电影开场。',
    },
    cta: { en: 'Shop snacks', zh: '去买零食' },
    link: '/categories/view?categories=snacks',
    packs: ['krupkrap-cassava-crackle-sambal', 'letup-letup-butter-family-bucket', 'buih-buih-mango-fizz'],
    is_active: true,
  },
  {
    slug: 'breakfast',
    scene: 'breakfast',
    title: { en: 'Breakfast, sorted: roti & kaya', zh: '早餐就吃面包咖椰' },
    description: {
      en: 'Wholemeal baked this morning, pandan kaya, a cup of Kopi O.',
      zh: '今早出炉的全麦面包，抹上班兰咖椰，再来一杯咖啡乌。',
    },
    cta: { en: 'Shop breakfast', zh: '选购早餐' },
    link: '/categories/view?categories=bakery-breakfast',
    packs: ['oven-pagi-wholemeal', 'nyonya-pot-pandan-kaya'],
    is_active: true,
  },
  {
    slug: 'wash-day',
    scene: 'wash-day',
    title: { en: 'Wash day savings', zh: '洗衣日大省' },
    description: {
      en: 'Laundry, dishes and floors, all from one aisle.',
      zh: '洗衣、洗碗、抹地，一个货架全搞定。',
    },
    cta: { en: 'Shop cleaning', zh: '选购清洁用品' },
    link: '/categories/view?categories=household,cleaning-laundry',
    packs: ['kilat-kita-laundry-liquid', 'kilat-kita-lime-dishwash'],
    is_active: true,
  },
  {
    slug: 'free-shipping',
    scene: 'free-shipping',
    title: { en: 'Free shipping + win RM150 e-cash', zh: '免运费 再抽RM150电子现金券' },
    description: {
      en: 'Spend RM80 in Peninsular Malaysia and delivery is on us, with a chance to win.',
      zh: '西马消费满RM80免运费，还有机会赢取RM150电子现金券。',
    },
    cta: { en: 'Start shopping', zh: '开始选购' },
    link: '/products',
    packs: ['padi-lima-fragrant-rice', 'lembu-lane-fresh-milk', 'nenek-bakes-pandan-coconut-cookies'],
    is_active: true,
  },
  {
    // Turned on with the referral page it leads to (docs/readings.md#20).
    slug: 'friends',
    scene: 'referral',
    title: { en: 'Friends get 10% off', zh: '推荐好友享九折' },
    description: {
      en: 'Share your link; their first order is 10% off.',
      zh: '分享您的链接，好友首单享九折。',
    },
    cta: { en: 'Invite a friend', zh: '邀请好友' },
    link: '/refer',
    packs: ['nyonya-pot-gula-melaka-kaya', 'kokonut-co-choc-wafer'],
    is_active: false,
  },
  {
    slug: 'highlands',
    scene: 'greens',
    title: { en: 'Highland greens, picked today', zh: '高原蔬菜 今日采收' },
    description: {
      en: 'From Cameron’s terraces to your kitchen within a day.',
      zh: '金马仑梯田采收，一天内送进您的厨房。',
    },
    cta: { en: 'Shop vegetables', zh: '选购蔬菜' },
    link: '/categories/view?categories=fresh,fresh-vegetables',
    packs: ['kebun-kabus-sawi', 'kebun-kabus-highland-tomatoes'],
    is_active: true,
  },
];

/** The six banners (docs/ux.md#4); pictures carry no words, so that HTML speaks both languages over them. */
export const banners: SeedBanner[] = rows.map(({ packs: slugs, ...banner }, index) => {
  const packs = slugs.map((slug) => productBySlug(slug).pack);
  return {
    ...banner,
    position: index + 1,
    wide: { kind: 'banner', scene: banner.scene, packs, format: 'wide' },
    tile: { kind: 'banner', scene: banner.scene, packs: packs.slice(0, 2), format: 'tile' },
  };
});
