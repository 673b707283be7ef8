import { type CategoryRows, STORAGE_ADVICE } from '../seed-rows.ts';
import { g, kg } from '../sizes.ts';

/** Vegetables 新鲜蔬菜. */
export const freshVegetables: CategoryRows = {
  category: 'fresh-vegetables',
  keep: STORAGE_ADVICE.fresh,
  rows: [
    {
      slug: 'kebun-kabus-kangkung',
      brand: 'kebun-kabus',
      en: 'Kangkung',
      zh: '蕹菜',
      size: g(250),
      price: 220,
      pack: { type: 'greens', lines: ['Kangkung'], flav: '250 g', g: 'leaf', base: '#3e9b46', accent: '#14532d' },
      about: [
        'Water spinach picked at dawn, still springy. Three minutes with belacan and a hot wok.',
        '清晨采收的蕹菜，爽脆鲜嫩。下峇拉煎热锅快炒，三分钟上桌。',
      ],
      diet: ['vegan', 'gluten-free', 'low-sugar'],
      tags: ['segar', 'best-seller'],
    },
    {
      slug: 'kebun-kabus-sawi',
      brand: 'kebun-kabus',
      en: 'Sawi',
      zh: '菜心',
      size: g(300),
      price: 320,
      pack: { type: 'greens', lines: ['Sawi'], flav: '300 g', g: 'leaf', base: '#57a945', accent: '#1f6e2c' },
      about: [
        'Tender mustard greens for noodles, soup, or just oyster sauce and fried garlic.',
        '鲜嫩菜心，煮面、滚汤，或淋上蚝油蒜香都合适。',
      ],
      diet: ['vegan', 'gluten-free', 'low-sugar'],
      tags: ['segar'],
    },
    {
      slug: 'kebun-kabus-okra',
      brand: 'kebun-kabus',
      en: 'Okra',
      zh: '羊角豆',
      size: g(250),
      price: 350,
      pack: { type: 'okra', lines: [], flav: '250 g', g: 'leaf', base: '#5a9a3b' },
      about: [
        'Young ladies’ fingers that still snap. For curry, sambal, or a plain steam.',
        '鲜嫩羊角豆，一折就断。煮咖哩、炒参巴或清蒸皆宜。',
      ],
      diet: ['vegan', 'gluten-free', 'low-sugar'],
      tags: ['segar'],
    },
    {
      slug: 'kebun-kabus-highland-tomatoes',
      brand: 'kebun-kabus',
      en: 'Highland Tomatoes',
      zh: '高原番茄',
      size: g(500),
      price: 490,
      pack: { type: 'tomato', lines: [], flav: '500 g', g: 'berry', base: '#d5352b' },
      about: [
        'Ripened slowly in Cameron mist. Firm enough to slice, sweet enough to eat like fruit.',
        '在金马仑云雾间慢慢成熟，切片不散，甜得可以当水果吃。',
      ],
      keep: ['Keep at room temperature until ripe, then refrigerate.', '室温放至熟透，之后再冷藏。'],
      diet: ['vegan', 'gluten-free', 'mediterranean'],
      tags: ['segar', 'best-seller'],
      options: [{ id: '1kg', kind: 'size', size: kg(1), price: 920 }],
    },
    {
      slug: 'kebun-kabus-cili-padi',
      brand: 'kebun-kabus',
      en: 'Cili Padi',
      zh: '指天椒',
      size: g(50),
      price: 190,
      pack: { type: 'chilli', lines: [], flav: '50 g', g: 'chili', base: '#d1261c' },
      about: [
        'Small, bright and not shy. Two for flavour, five for bragging.',
        '个子小、脾气大。放两粒提味，放五粒逞强。',
      ],
      diet: ['vegan', 'gluten-free', 'low-sugar'],
      tags: ['pedas', 'segar'],
    },
  ],
};
