import type { CategoryRows } from '../product-row.ts';
import { packs, pieces, rolls, worded } from '../sizes.ts';

/** Tissue & paper 纸巾. Nothing here is food, so nothing has dietary words. */
export const tissuePaper: CategoryRows = {
  category: 'tissue-paper',
  keep: null,
  rows: [
    {
      slug: 'gebu-awan-soft-tissue-3-ply',
      brand: 'gebu-awan',
      en: 'Soft Tissue 3-ply',
      zh: '三层抽取面纸',
      size: packs(4),
      price: 1290,
      weight: 720,
      pack: { type: 'tissue', lines: ['Soft Tissue'], flav: '3-ply · 200 pulls', g: 'leaf' },
      about: [
        'Three soft layers, two hundred sheets a pack, four packs. One for each room that needs it.',
        '三层柔软，每包两百抽，一组四包，每个房间放一包。',
      ],
      tags: ['best-seller'],
      tiers: true,
    },
    {
      slug: 'gebu-awan-bathroom-rolls',
      brand: 'gebu-awan',
      en: 'Bathroom Rolls',
      zh: '卫生卷纸',
      size: rolls(20),
      price: 1990,
      weight: 2400,
      pack: { type: 'rolls', lines: ['Bathroom', 'Rolls'], flav: '20 rolls', g: 'leaf', hue: 200 },
      about: [
        'Twenty rolls, thick and quick to dissolve. Six packs a family, so that shelves stay full.',
        '二十卷厚实易溶卷纸。每户限购六条，让大家都买得到。',
      ],
      tags: ['best-seller'],
      tiers: true,
    },
    {
      slug: 'gebu-awan-kitchen-towels',
      brand: 'gebu-awan',
      en: 'Kitchen Towels',
      zh: '厨房纸巾',
      size: rolls(6),
      price: 1390,
      weight: 900,
      pack: { type: 'rolls', lines: ['Kitchen', 'Towels'], flav: '6 rolls', g: 'drop', hue: 150 },
      about: ['Strong when wet, so one sheet does for the wok. Six rolls.', '遇水不破，一张就能擦净炒锅。一组六卷。'],
      tiers: true,
    },
    {
      slug: 'gebu-awan-pocket-tissue',
      brand: 'gebu-awan',
      en: 'Pocket Tissue',
      zh: '袋装纸巾',
      size: packs(10),
      price: 590,
      weight: 250,
      pack: { type: 'tissue', lines: ['Pocket Tissue'], flav: '10 packs', g: 'leaf', hue: 335 },
      about: [
        'Ten small packs: one in the bag, one in the car, and one to chope a table with.',
        '十小包装：包里一包，车里一包，还有一包拿来霸位。',
      ],
      tiers: true,
    },
    {
      slug: 'gebu-awan-wet-wipes',
      brand: 'gebu-awan',
      en: 'Wet Wipes',
      zh: '湿纸巾',
      size: worded('3×80 wipes', '3×80片', pieces(240, 'wipes', '片')),
      price: 1190,
      weight: 1050,
      pack: { type: 'pouch', lines: ['Wet', 'Wipes'], flav: 'Aloe · 3×80s', g: 'drop', hue: 165 },
      about: [
        'Alcohol-free wipes with aloe. Three packs of eighty, each with a lid that really closes.',
        '不含酒精的芦荟湿巾，三包各八十片，盖子真的盖得紧。',
      ],
      tiers: true,
    },
  ],
};
