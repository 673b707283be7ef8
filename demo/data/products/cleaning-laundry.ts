import { type CategoryRows, STORAGE_ADVICE } from '../seed-rows.ts';
import { kg, litre, ml, pieces } from '../sizes.ts';

export const cleaningLaundry: CategoryRows = {
  category: 'cleaning-laundry',
  keep: STORAGE_ADVICE.household,
  rows: [
    {
      slug: 'kilat-kita-laundry-liquid',
      brand: 'kilat-kita',
      en: 'Laundry Liquid',
      zh: '洗衣液',
      size: kg(3),
      price: 2490,
      groups: { tunas: 2390, emas: 2290 },
      pack: { type: 'detergent', lines: ['Laundry', 'Liquid'], flav: '3 kg', g: 'drop', cap: '#f2587b' },
      about: [
        'One capful for a full load, and clothes dry without that indoor smell.',
        '一盖洗满一桶，阴天晾在屋里也没有异味。',
      ],
      tags: ['best-seller'],
    },
    {
      slug: 'kilat-kita-lime-dishwash',
      brand: 'kilat-kita',
      en: 'Lime Dishwash',
      zh: '青柠洗碗液',
      size: ml(900),
      price: 690,
      pack: {
        type: 'bottle',
        shape: 'pet',
        lines: ['Lime', 'Dishwash'],
        flav: '900 ml',
        g: 'lime',
        hue: 130,
        liquid: '#8fc74a',
        cap: '#ffc94a',
      },
      about: [
        'Cuts curry oil in one wipe and is kind to hands that do it three times a day.',
        '咖哩油一抹就净，一天洗三次也不伤手。',
      ],
      options: [
        {
          id: '1.8l',
          kind: 'size',
          size: litre(1.8),
          price: 1250,
          pack: { type: 'pouch', flav: 'Refill · 1.8 L', lines: ['Lime', 'Refill'] },
        },
      ],
    },
    {
      slug: 'kilat-kita-serai-floor-cleaner',
      brand: 'kilat-kita',
      en: 'Serai Floor Cleaner',
      zh: '香茅地板清洁剂',
      size: litre(2),
      price: 1190,
      pack: { type: 'jerrycan', lines: ['Serai', 'Floor Cleaner'], flav: '2 L', g: 'leaf', hue: 95, liquid: '#7fa83a' },
      about: [
        'Real lemongrass oil: the floor shines, the house smells of a garden, mosquitoes go elsewhere.',
        '天然香茅油配方，地板亮，满屋清香，蚊子也不爱来。',
      ],
      tags: ['new'],
    },
    {
      slug: 'kilat-kita-bleach',
      brand: 'kilat-kita',
      en: 'Bleach',
      zh: '漂白水',
      size: litre(1),
      price: 450,
      pack: { type: 'detergent', lines: ['Bleach'], flav: '1 L', g: 'drop', hue: 225, cap: '#ffffff' },
      about: [
        'Plain bleach for whites, tiles and drains. Never mix it with other cleaners.',
        '白衣、瓷砖、沟渠都适用的漂白水。切勿与其他清洁剂混用。',
      ],
    },
    {
      slug: 'kilat-kita-garbage-bags-m',
      brand: 'kilat-kita',
      en: 'Garbage Bags M',
      zh: '垃圾袋',
      size: pieces(30, 'bags', '个'),
      price: 690,
      weight: 360,
      pack: { type: 'rolls', lines: ['Garbage', 'Bags M'], flav: '30 bags', g: 'leaf', hue: 260 },
      about: [
        'Thirty medium bags with a star seal that does not drip on the way to the lift.',
        '三十个中号袋，星形封底，提到电梯口也不滴漏。',
      ],
    },
  ],
};
