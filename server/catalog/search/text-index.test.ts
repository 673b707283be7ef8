import { describe, expect, test } from 'vitest';
import { buildDemoIndex, collectWords } from '../../testing/catalog/demo-words.ts';
import { TextIndex } from './text-index.ts';

const { products, index } = buildDemoIndex();

/** Returns the English names of the results, best first, without brands. */
function searchNames(keyword: string): string[] {
  const { rows, scores } = index.find(keyword);
  return [...rows]
    .map((row, at) => ({ name: products[row]?.name.en ?? '', score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ name }) => name);
}

const NOODLES = [
  'Kuah Kita Curry Laksa Cup',
  'Kuah Kita Asam Laksa',
  'Kuah Kita Mi Goreng Pedas',
  'Kuah Kita White Curry Noodles',
  'Kuah Kita Prawn Mee Cup',
];

describe('Search must match both languages + romanised + Malay synonyms whatever `lang` is', () => {
  const alike = [
    '快熟面',
    '方便面',
    '泡面',
    '即食面',
    '快熟麵',
    'mee segera',
    'Mi Segera',
    'instant noodle',
    'INSTANT NOODLES',
  ];
  test.each(alike)('%s finds the instant noodles', (keyword) => {
    expect(searchNames(keyword).toSorted()).toEqual(NOODLES.toSorted());
  });

  test.each([
    ['江鱼仔', 'Krupkrap Tapioca Sticks Ikan Bilis'],
    ['anchovy', 'Krupkrap Tapioca Sticks Ikan Bilis'],
    ['ikan bilis', 'Krupkrap Tapioca Sticks Ikan Bilis'],
    ['班兰', 'Nyonya Pot Pandan Kaya'],
    ['斑兰', 'Nyonya Pot Pandan Kaya'],
    ['screwpine', 'Nyonya Pot Pandan Kaya'],
    ['susu segar', 'Lembu Lane Fresh Milk'],
    ['telur', 'Reban Ria Omega Eggs'],
    ['beras', 'Padi Lima Fragrant Rice'],
    ['minyak masak', 'Minyak Mentari Cooking Oil'],
    ['roti gandum', 'Oven Pagi Wholemeal'],
    ['kicap manis', 'Tok Lada Thick Soy Sauce'],
    ['酱油', 'Tok Lada Light Soy Sauce'],
    ['sos cili', 'Tok Lada Chilli Sauce'],
    ['santan', 'Santan Senandung Coconut Milk'],
    ['air kelapa', 'Perah Lane Coconut Water'],
    ['sabun basuh baju', 'Kilat Kita Laundry Liquid'],
    ['洗洁精', 'Kilat Kita Lime Dishwash'],
    ['tisu tandas', 'Gebu Awan Bathroom Rolls'],
    ['kopi o', 'Kopi Lorong Kopi O Bags'],
    ['teh', 'Kopi Lorong Black Tea Bags'],
    ['奶茶', 'Kopi Lorong Teh Tarik 3-in-1'],
    ['tauhu', 'Tauhu Tua Silken Tofu'],
    ['空心菜', 'Kebun Kabus Kangkung'],
    ["lady's finger", 'Kebun Kabus Okra'],
    ['ladies finger', 'Kebun Kabus Okra'],
    ['gajus', 'Kacang Kampit Lightly Salted Cashews'],
    ['凤梨酥', 'Nenek Bakes Pineapple Tarts'],
    ['aiskrim durian', 'Kampung Cream Durian Tub'],
    ['雪糕', 'Kampung Cream Durian Tub'],
    ['鮮奶', 'Lembu Lane Fresh Milk'],
  ])('%s finds %s', (keyword, name) => {
    expect(searchNames(keyword)).toContain(name);
  });

  test.each(['kuaishoumian', 'kuai shou mian', 'kuaishumian', 'kuaish'])('pinyin %s finds 快熟面', (keyword) => {
    expect(searchNames(keyword)).toEqual(expect.arrayContaining(NOODLES));
  });

  test.each(['banlan', 'banl', 'ban lan ka ye', 'banlankaye'])('pinyin %s finds 班兰咖椰', (keyword) => {
    expect(searchNames(keyword)).toContain('Nyonya Pot Pandan Kaya');
  });
});

describe('Tolerate 1–2 typos', () => {
  test.each([
    ['instnat noodle', 'instant noodle', 'Kuah Kita Asam Laksa'],
    ['mee segara', 'mee segera', 'Kuah Kita Asam Laksa'],
    ['choclate', 'chocolate', 'Kokonut & Co Dark Chocolate 70%'],
    ['chikcen nugets', 'chicken nuggets', 'Beku Bros Chicken Nuggets'],
    ['sardnies', 'sardines', 'Ombak Bay Sardines in Tomato'],
    ['instantnoodles', 'instant noodles', 'Kuah Kita Asam Laksa'],
    ['krupkarp chips', 'krupkrap chips', 'Krupkrap Potato Waves Satay'],
  ])('%s is searched for as %s', (keyword, corrected, name) => {
    expect(index.find(keyword).corrected).toBe(corrected);
    expect(searchNames(keyword)).toContain(name);
  });

  test('does not correct words that are spelled right, numbers and short words', () => {
    for (const keyword of ['milk', 'kangkung', '班兰', 'noodl', '5kg', 'banlan']) {
      expect(index.find(keyword).corrected, keyword).toBeNull();
    }
    expect(searchNames('mlk')).toEqual([]);
    expect(index.find('milk 7l')).toMatchObject({ isPartial: true, corrected: null });
  });

  test('corrects a known word if no product has all words', () => {
    const shop = new TextIndex([]);
    const source = { brand: null, categories: [], tags: [], dietary: [], sizes: [], optionTitles: [] };
    shop.put(0, { ...source, names: ['Sweet Corn'] });
    shop.put(1, { ...source, names: ['Salted Cord'] });
    expect(shop.find('sweet cord')).toMatchObject({ rows: Uint32Array.of(0), corrected: 'sweet corn' });
  });
});

/** Builds an index of names; the position of a name is its row. */
function indexNames(...names: string[]): TextIndex {
  const shop = new TextIndex([]);
  const source = { brand: null, categories: [], tags: [], dietary: [], sizes: [], optionTitles: [] };
  for (const [row, name] of names.entries()) shop.put(row, { ...source, names: [name] });
  return shop;
}

describe('docs/ux.md#rule-14: words written together or apart', () => {
  const shop = indexNames(
    'Colgate Toothpaste',
    'Vanilla Ice Cream',
    'Icecream Cone',
    'Coconut Hair-Oil',
    'Tomato Paste',
  );

  test.each([
    ['colgate tooth paste', [0], 'colgate toothpaste'],
    ['tooth pastes', [0], 'toothpastes'],
    ['hairoil', [3], null],
    ['hair oil', [3], null],
  ])('%s finds %j', (keyword, rows, corrected) => {
    const result = shop.find(keyword);
    expect([...result.rows]).toEqual(rows);
    expect(result.corrected).toBe(corrected);
    expect(result.isPartial).toBe(false);
  });

  test.each(['icecream', 'ice cream'])('%s finds both spellings, its own first', (keyword) => {
    const { rows, scores, corrected } = shop.find(keyword);
    expect([...rows]).toEqual([1, 2]);
    expect(corrected).toBeNull();
    const own = keyword === 'icecream' ? 1 : 0;
    expect(scores[own]).toBeGreaterThanOrEqual(scores[1 - own] ?? 0);
  });
});

describe('a well-known brand', () => {
  test.each([
    ['milo', 'Milo', 'Bijirin Bay 3-in-1 Cereal Drink'],
    ['美禄', 'Milo', 'Bijirin Bay 3-in-1 Cereal Drink'],
    ['Milo 1kg', 'Milo', 'Bijirin Bay 3-in-1 Cereal Drink'],
    ['maggi', 'Maggi', 'Kuah Kita Asam Laksa'],
    ['maggi kari', 'Maggi', 'Kuah Kita White Curry Noodles'],
    ['gardenia wholemeal', 'Gardenia', 'Oven Pagi Wholemeal'],
    ["kellogg's corn flakes", "Kellogg's", 'Bijirin Bay Corn Flakes'],
  ])('%s is not sold here: %s, and finds %s', (keyword, brand, name) => {
    expect(index.find(keyword)).toMatchObject({ notSold: brand, corrected: null, isPartial: false });
    expect(searchNames(keyword)).toContain(name);
  });

  test('is not corrected to another word, even if the shop has nothing similar', () => {
    expect(index.find('pampers')).toMatchObject({ rows: new Uint32Array(0), notSold: 'Pampers', corrected: null });
  });

  test('that a product has in its name or as its brand is sold', () => {
    const shop = indexNames('Maggi 2-Minute Noodles', 'Kuah Kita Instant Noodles');
    expect(shop.find('maggi')).toMatchObject({ rows: Uint32Array.of(0), notSold: null });
    shop.remove(0);
    expect(shop.find('maggi').notSold).toBe('Maggi');
    const source = { brand: 'Maggi', categories: [], tags: [], dietary: [], sizes: [], optionTitles: [] };
    shop.put(2, { ...source, names: ['Curry Noodles'] });
    expect(shop.find('maggi')).toMatchObject({ rows: Uint32Array.of(2), notSold: null });
  });

  test('is no part of another word', () => {
    for (const keyword of ['bohemian', 'milk', '营养']) expect(index.find(keyword).notSold, keyword).toBeNull();
  });
});

describe('some words, if no product has all', () => {
  const shop = indexNames('Colgate Toothpaste', 'Colgate Toothbrush', 'Fresh Milk 1 L', 'Water 500 ml');

  test('rows match the most significant words, and say so', () => {
    expect(shop.find('colgate toothpaste strawberry')).toMatchObject({ rows: Uint32Array.of(0), isPartial: true });
    expect([...shop.find('colgate strawberry').rows]).toEqual([0, 1]);
    expect(shop.find('colgate toothpaste')).toMatchObject({ rows: Uint32Array.of(0), isPartial: false });
  });

  test('does not match by a size only', () => {
    expect(shop.find('honey 500ml').rows).toHaveLength(0);
    expect([...shop.find('milk 500ml').rows]).toEqual([2]);
  });

  test('a removed product does not match partially', () => {
    const other = indexNames('Colgate Toothpaste', 'Colgate Toothbrush');
    other.remove(0);
    expect([...other.find('colgate toothpaste strawberry').rows]).toEqual([1]);
  });
});

test.each([
  ['ksm', 'Kuah Kita Asam Laksa'],
  ['blky', 'Nyonya Pot Pandan Kaya'],
])('the initials %s of pinyin find %s', (keyword, name) => {
  expect(searchNames(keyword)).toContain(name);
  expect(index.find(keyword)).toMatchObject({ corrected: null, isPartial: false });
});

test('a repeated letter does not count as initials', () => {
  for (const keyword of ['zzzzzz', 'nnn']) expect(index.find(keyword).rows, keyword).toHaveLength(0);
});

describe('words, brands and sizes', () => {
  test.each([
    ['milk 1l', 'Lembu Lane Fresh Milk'],
    ['milk 1 L', 'Lembu Lane Fresh Milk'],
    ['Ｍｉｌｋ　1000ml', 'Lembu Lane Fresh Milk'],
    ['鲜奶1公升', 'Lembu Lane Fresh Milk'],
    ['beras 5kg', 'Padi Lima Fragrant Rice'],
    ['rice 5 kg', 'Padi Lima Fragrant Rice'],
    ['eggs 30s', 'Reban Ria Eggs Grade A'],
    ['krupkrap chips', 'Krupkrap Potato Waves Satay'],
    ['chips krupkrap', 'Krupkrap Potato Waves Satay'],
    ['lembu lane milk', 'Lembu Lane Low Fat UHT Milk'],
    ['glutenfree', 'Oven Pagi Gluten-free Rice Loaf'],
    ['gluten free bread', 'Oven Pagi Gluten-free Rice Loaf'],
    ['3in1 teh tarik', 'Kopi Lorong Teh Tarik 3-in-1'],
    ['cookie', 'Nenek Bakes Pandan Coconut Cookies'],
    ['tomatoes', 'Kebun Kabus Highland Tomatoes'],
    ['tomato', 'Kebun Kabus Highland Tomatoes'],
    ['the pineapple & tart', 'Nenek Bakes Pineapple Tarts'],
    ['choc waf', 'Kokonut & Co Choc Wafer'],
    ['曲奇', 'Nenek Bakes Pandan Coconut Cookies'],
    ['椰', 'Nyonya Pot Pandan Kaya'],
    ['奇饼', 'Nenek Bakes Cream Crackers'],
  ])('%s finds %s', (keyword, name) => {
    expect(searchNames(keyword)).toContain(name);
  });

  test('"nut-free" is not about nuts, nor "low sugar" about sugar', () => {
    expect(searchNames('nuts')).not.toContain('Krupkrap Cassava Crackle Sambal');
    expect(searchNames('坚果')).not.toContain('Krupkrap Cassava Crackle Sambal');
    expect(searchNames('nut-free')).toContain('Krupkrap Cassava Crackle Sambal');
    expect(searchNames('dairy')).not.toContain('Krupkrap Potato Waves Sea Salt');
  });

  test('eggs in "Eggs & tofu" are not tofu, honey below "Bakery & breakfast" is not bread', () => {
    expect(searchNames('tofu')).not.toContain('Reban Ria Omega Eggs');
    expect(searchNames('豆腐')).not.toContain('Reban Ria Omega Eggs');
    expect(searchNames('eggs & tofu')).toContain('Reban Ria Omega Eggs');
    expect(searchNames('roti')).not.toContain('Nyonya Pot Kelulut Honey');
  });
});

describe('ranking by match', () => {
  test('ranks a full name, a word of the name, its prefix, a synonym, a category', () => {
    expect(searchNames('fresh milk')[0]).toBe('Lembu Lane Fresh Milk');
    expect(searchNames('lembu lane fresh milk')[0]).toBe('Lembu Lane Fresh Milk');
    expect(searchNames('全脂鲜奶')[0]).toBe('Lembu Lane Fresh Milk');
    expect(searchNames('快熟面')[0]).toBe('Kuah Kita Asam Laksa');
    expect(searchNames('durian')[0]).toBe('Kampung Cream Durian Tub');
  });

  test('rows ascend and scores are parallel', () => {
    const { rows, scores } = index.find('pandan');
    expect([...rows]).toEqual([...rows].toSorted((a, b) => a - b));
    expect(scores).toHaveLength(rows.length);
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });
});

describe('suggestions while typing', () => {
  test.each([
    ['instant no', 'instant noodles'],
    ['mee se', 'mee segera'],
    ['快', '快熟面'],
    ['pand', 'pandan'],
    ['choc', 'chocolate'],
    ['班', '班兰'],
    ['krup', 'krupkrap'],
    ['white cof', 'white coffee'],
  ])('%s is completed to %s', (keyword, term) => {
    expect(index.complete(keyword, 8)).toContain(term);
  });

  test('suggests terms with results, without duplicates, up to the limit', () => {
    for (const keyword of ['m', 'co', '椰', 'sa', 'kopi', 'fresh mi']) {
      const terms = index.complete(keyword, 5);
      expect(terms.length).toBeLessThanOrEqual(5);
      expect(new Set(terms).size).toBe(terms.length);
      for (const term of terms) expect(index.find(term).rows.length, term).toBeGreaterThan(0);
    }
    expect(index.complete('', 5)).toEqual([]);
    expect(index.complete('😀', 5)).toEqual([]);
  });
});

describe('bad input: the same speed, no results', () => {
  test.each([
    ['emoji', '😀🎉'],
    ['punctuation', `%_\\*?[](){}|^$.,;:'"<>/~\``],
    ['NUL', '\u0000'],
    ['a right-to-left mark', '\u200f'],
    ['nothing', ''],
    ['half a character', '\ud83d'],
  ])('%s finds nothing', (_, keyword) => {
    expect(index.find(keyword).rows).toHaveLength(0);
  });

  test('searches 5,000 characters as quickly', () => {
    const long = [
      'a'.repeat(5000),
      '面'.repeat(5000),
      'milk '.repeat(1000),
      '\u200fa面1'.repeat(1250),
      '1,'.repeat(2500),
    ];
    const start = performance.now();
    for (const keyword of long) index.find(keyword);
    expect(performance.now() - start).toBeLessThan(500);
  });

  test('ignores invisible characters', () => {
    expect(searchNames('mi\u200blk \u200f1l')).toContain('Lembu Lane Fresh Milk');
  });
});

test('finds a changed product by its new words only, and a removed one by none', () => {
  const shop = buildDemoIndex().index;
  const [product] = products;
  if (!product) throw new Error('No products');
  const source = collectWords(product);
  const [row] = shop.find(product.name.en).rows;
  shop.put(row ?? 0, { ...source, names: ['Zebra Quince'] });
  expect([...shop.find('zebra').rows]).toEqual([row]);
  expect(shop.find(product.name.en)).toMatchObject({ isPartial: true });
  shop.remove(row ?? 0);
  expect(shop.find('zebra').rows).toHaveLength(0);
  expect(shop.complete('zeb', 5)).toEqual([]);
});
