/** Sorts goods that could replace missing ones, the closest first (docs/readings.md#105). */
import type { Sen } from '../money.ts';

export type ReplaceableGoods = {
  /** English name, often with the brand before it: "Tauhu Tua Silken Tofu". */
  name: string;
  /** Empty for goods without one. */
  brand: string;
  price: Sen;
};

export type ReplacementGoods = ReplaceableGoods & {
  /** 0 in the category of the ordered goods, 1 in one below it, 2 within its parent, and so on. */
  category_distance: number;
};

const WORD = /[\p{L}\p{N}]+/gu;
const HAN = /\p{Script=Han}/u;
/** Words that say nothing of the kind of goods. */
const FILLERS = new Set(['and', 'with', 'in', 'of', 'for', 'the', 'no']);

/** Splits a text into its words, without plurals, sizes and fillers; Chinese into pairs of characters. */
function splitWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).flatMap((word) => {
    if (HAN.test(word)) return [...word].slice(1).map((character, index) => `${[...word][index]}${character}`);
    if (/\d/.test(word) || word.length < 2 || FILLERS.has(word)) return [];
    return [word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word];
  });
}

/** Lists the words that say what kind of goods it is: those of the name, without the brand's. */
export function listKindWords({ name, brand }: Pick<ReplaceableGoods, 'name' | 'brand'>): ReadonlySet<string> {
  const ofBrand = new Set(splitWords(brand));
  return new Set(splitWords(name).filter((word) => !ofBrand.has(word)));
}

/**
 * Sorts goods by closeness to the ordered ones: the nearest category, then the most words of the name in common, then
 * those that cost at most as much, then the smallest difference in price. Equal ones stay in their order.
 */
export function sortByCloseness<Goods extends ReplacementGoods>(
  ordered: ReplaceableGoods,
  goods: readonly Goods[],
): Goods[] {
  const kind = listKindWords(ordered);
  const rankedGoods = goods.map((each) => {
    const common = [...listKindWords(each)].filter((word) => kind.has(word)).length;
    const rank = [
      each.category_distance,
      -common,
      each.price > ordered.price ? 1 : 0,
      Math.abs(each.price - ordered.price),
    ];
    return { each, rank };
  });
  const compare = (a: readonly number[], b: readonly number[]) =>
    a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return rankedGoods.sort((a, b) => compare(a.rank, b.rank)).map(({ each }) => each);
}
