/**
 * Queries as shoppers type them, with the products that fit, for the demo shop and products of another shop's export
 * (whose texts are English only). Tests and `npm run bench -- search` measure how many first pages have a fitting
 * product.
 */
import { TextIndex, type TextSource } from '../../catalog/search/text-index.ts';
import { collectDemoTexts, synonyms } from './demo-words.ts';

/** Imported products: brand, name, category. */
const IMPORTED_PRODUCTS: readonly (readonly [string, string, string])[] = [
  ['Colgate', 'Colgate Total Toothpaste Whitening 150 g', 'Oral Care'],
  ['Colgate', 'Colgate Slim Soft Toothbrush 3 pcs', 'Oral Care'],
  ['Darlie', 'Darlie Double Action Toothpaste 2 x 225 g', 'Oral Care'],
  ['Listerine', 'Listerine Cool Mint Mouthwash 750 ml', 'Oral Care'],
  ['Parachute', 'Parachute Coconut Hair Oil 200 ml', 'Hair Care'],
  ['Vatika', 'Vatika Enriched Hair-Oil 300 ml', 'Hair Care'],
  ['Pantene', 'Pantene Anti Dandruff Shampoo 480 ml', 'Hair Care'],
  ['Sunsilk', 'Sunsilk Smooth Conditioner 320 ml', 'Hair Care'],
  ['Dettol', 'Dettol Original Handwash Refill 225 ml', 'Personal Care'],
  ['Lifebuoy', 'Lifebuoy Bar Soap 4 x 110 g', 'Personal Care'],
  ['Nivea', 'Nivea Sun Protect Lotion SPF 50 100 ml', 'Skin Care'],
  ['Gillette', 'Gillette Blue Razor Blades 5 pcs', 'Personal Care'],
  ['Walls', 'Walls Neapolitan Ice Cream 1.5 L', 'Frozen Desserts'],
  ['Nestle', 'Nestle Drumstick Icecream Cone 110 ml', 'Frozen Desserts'],
  ['Nestle', 'Nestle Milo Activ-Go Powder 1 kg', 'Beverages'],
  ['Nescafe', 'Nescafe Classic Instant Coffee 200 g', 'Beverages'],
  ['Coca-Cola', 'Coca-Cola Zero Sugar 1.5 L', 'Beverages'],
  ['100PLUS', '100PLUS Isotonic Drink 500 ml', 'Beverages'],
  ['Boh', 'Boh Cameron Highlands Teabags 100 sachets', 'Beverages'],
  ['Gardenia', 'Gardenia Original Classic Jumbo 600 g', 'Bakery'],
  ['Kelloggs', "Kellogg's Frosties Breakfast Cereal 300 g", 'Breakfast'],
  ['Quaker', 'Quaker Instant Oatmeal 1.35 kg', 'Breakfast'],
  ['Skippy', 'Skippy Creamy Peanut Butter 340 g', 'Spreads'],
  ['Pringles', 'Pringles Sour Cream & Onion Potato Crisps 134 g', 'Snacks'],
  ['Oreo', 'Oreo Vanilla Sandwich Cookies 133 g', 'Snacks'],
  ['Kit Kat', 'Kit Kat 4 Finger Chocolate Bar 35 g', 'Snacks'],
  ['Ayam Brand', 'Ayam Brand Sardines in Tomato Sauce 425 g', 'Canned Food'],
  ['Maggi', 'Maggi 2-Minute Curry Noodles 5 x 79 g', 'Noodles'],
  ['Lingham', 'Lingham Chilli Sauce 358 ml', 'Sauces'],
  ['Knife', 'Knife Brand Cooking Oil 5 kg', 'Oils'],
  ['Sunlight', 'Sunlight Dishwashing Liquid Lemon 900 ml', 'Household'],
  ['Dynamo', 'Dynamo Power Gel Detergent 2.6 kg', 'Household'],
  ['Glad', 'Glad Cling Wrap 30 m', 'Household'],
  ['Energizer', 'Energizer Max AA Batteries 4 pcs', 'Household'],
  ['Drypers', 'Drypers Wee Wee Dry Diapers L 62 pcs', 'Baby'],
  ['Dumex', 'Dumex Dugro 3 Milk Formula 900 g', 'Baby'],
  ['Whiskas', 'Whiskas Tuna Adult Cat Food 1.2 kg', 'Pets'],
  ['Pedigree', 'Pedigree Beef Dog Food 1.5 kg', 'Pets'],
  ['Kotex', 'Kotex Maxi Overnight Pads 28 cm 8 pcs', 'Personal Care'],
  ['Ajax', 'Ajax Fabuloso Multi Purpose Cleaner 1 L', 'Household'],
  ['Tefal', 'Tefal Chef Knives Set 3 pcs', 'Kitchenware'],
  ['Dutch Lady', 'Dutch Lady Low-Fat Fresh Milk 1 L', 'Dairy'],
  ['Marigold', 'Marigold HL Milk Chocolate 1 L', 'Dairy'],
  ['Anchor', 'Anchor Unsalted Butter 227 g', 'Dairy'],
  ['Ramly', 'Ramly Beef Burger 6 pcs', 'Frozen Food'],
  ['Figo', 'Figo Fishballs 500 g', 'Frozen Food'],
];

const importedTexts = IMPORTED_PRODUCTS.map(([brand, name, category]): TextSource => {
  return { names: [name], brand, categories: [category], tags: [], dietary: [], sizes: [], optionTitles: [] };
});

/** Queries, each with the pattern of a fitting product's name. */
export const SEARCH_QUERIES: readonly (readonly [string, RegExp])[] = [
  // Written together or apart.
  ['colgate tooth paste', /Colgate .*Toothpaste/],
  ['tooth paste', /Toothpaste/],
  ['tooth brush colgate', /Toothbrush/],
  ['mouth wash', /Mouthwash/],
  ['icecream', /Ice Cream/],
  ['ice cream', /Icecream/],
  ['hair-oil', /Parachute Coconut Hair Oil/],
  ['hairoil', /Hair[- ]Oil/],
  ['hand wash dettol', /Handwash/],
  ['dish washing liquid', /Dishwashing/],
  ['tea bags', /Teabags|Tea Bags/],
  ['fish balls', /Fishballs/],
  ['fishball', /Fish Balls/],
  ['oat meal', /Oatmeal/],
  ['cornflakes', /Corn Flakes/],
  ['pop corn', /Popcorn/],
  ['peanutbutter', /Peanut Butter/],
  ['water melon', /Watermelon/],
  ['coca cola', /Coca-Cola/],
  ['cocacola', /Coca-Cola/],
  ['lowfat milk', /Low[- ]Fat/],
  // Plural and singular.
  ['batterys', /Batteries/],
  ['battery', /Batteries/],
  ['diaper', /Diapers/],
  ['knife set', /Knives/],
  ['razors', /Razor/],
  ['loaves', /Loaf/],
  ['eggs', /Eggs/],
  ['tomatos', /Tomato/],
  ['cookie', /Cookies/],
  ['burgers', /Burger/],
  // Units stuck to numbers, and sizes.
  ['milk1l', /Milk/],
  ['coke 1.5l', /Coca-Cola/],
  ['rice5kg', /Rice/],
  ['5kg cooking oil', /Cooking Oil/],
  ['toothpaste 150gm', /Toothpaste.*150 g/],
  ['eggs 30pcs', /Eggs Grade A/],
  ['dishwash 900ml', /Dishwash/],
  // Any word order.
  ['oil hair parachute', /Hair Oil/],
  ['noodles instant', /Noodles|Laksa/],
  ['food cat', /Cat Food/],
  ['powder milo 1kg', /Milo/],
  ['butter unsalted anchor', /Unsalted Butter/],
  // Misspelt.
  ['choclate', /Choc/],
  ['shampo anti dandruf', /Shampoo/],
  ['nescaffe', /Nescafe/],
  ['biskut', /Cracker|Cookies|Wafer/],
  ['sardin', /Sardines/],
  ['detergen', /Detergent|Laundry/],
  ['ketchap chili', /Chill?i Sauce/],
  ['yoghurt', /Yogurt/],
  ['pinapple jam', /Pineapple Jam/],
  // More words than any product has.
  ['colgate toothpaste for kids strawberry', /Colgate .*Toothpaste/],
  ['krupkrap chips extra large', /Krupkrap/],
  ['gardenia wholemeal bread', /Wholemeal|Gardenia/],
  ['anchor salted butter 500g', /Anchor .*Butter/],
  ['whiskas salmon kitten', /Whiskas/],
  // Malay.
  ['ubat gigi', /Toothpaste/],
  ['minyak masak', /Cooking Oil/],
  ['susu segar', /Fresh Milk/],
  ['telur ayam', /Eggs/],
  ['beras wangi', /Fragrant Rice/],
  ['sabun basuh', /Laundry|Detergent|Dishwash/],
  ['mee segera kari', /Curry/],
  ['roti', /Wholemeal|Loaf|Buns|Paratha|Gardenia/],
  // Chinese, also traditional, pinyin and its initials.
  ['快熟面', /Laksa|Noodles|Mi Goreng/],
  ['泡麵', /Laksa|Noodles|Mi Goreng/],
  ['鸡蛋', /Eggs/],
  ['鮮奶', /Fresh Milk/],
  ['咖啡', /Coffee|Kopi/],
  ['香米5公斤', /Fragrant Rice/],
  ['banlan kaye', /Pandan Kaya/],
  ['ksm', /Asam Laksa/],
  ['blky', /Pandan Kaya/],
  ['xyy', /Laundry Liquid/],
  ['冰淇淋', /Durian Tub|Ice Cream|Icecream/],
];

const FIRST_PAGE = 30;

/** Builds the index of demo and imported products; returns it with the names of each row. */
export function buildSearchCorpus(): { index: TextIndex; names: string[] } {
  const sources = [...collectDemoTexts(), ...importedTexts];
  const index = new TextIndex(synonyms);
  for (const [row, source] of sources.entries()) index.put(row, source);
  return { index, names: sources.map((source) => source.names.join('\n')) };
}

/** Lists the queries whose first page has no fitting product. */
export function listMissedQueries({ index, names }: ReturnType<typeof buildSearchCorpus>): string[] {
  return SEARCH_QUERIES.filter(([query, fits]) => {
    const { rows, scores } = index.find(query);
    const rankedRows = [...rows].map((row, at) => ({ row, score: scores[at] ?? 0 })).sort((a, b) => b.score - a.score);
    return !rankedRows.slice(0, FIRST_PAGE).some(({ row }) => fits.test(names[row] ?? ''));
  }).map(([query]) => query);
}
