/** The demo shop's texts in the form that the search indexes, without a database. */

import { brands } from '../../../demo/data/brands.ts';
import { categories } from '../../../demo/data/categories.ts';
import { expandCatalogue } from '../../../demo/data/expand.ts';
import { dietary, tags } from '../../../demo/data/labels.ts';
import type { SeedProduct, SeedText } from '../../../demo/data/types.ts';
import { toPinyin } from '../../catalog/search/chinese/pinyin.ts';
import { TextIndex, type TextSource } from '../../catalog/search/text-index.ts';
import { DEFAULT_FOLDER } from '../../shop-folder/prepare-shop.ts';
import { readFolder } from '../../shop-folder/read-folder.ts';

/** The synonyms of a new shop, which the demo shares. */
export const synonyms = (readFolder(DEFAULT_FOLDER, () => '').documents.search?.synonyms ?? []) as string[][];

const listNames = ({ en, zh }: SeedText): string[] => [en, zh];
const indexBySlug = <Named extends { slug: string }>(list: readonly Named[]) =>
  new Map(list.map((each) => [each.slug, each]));
const [subcategories, makers, needs, moods] = [
  indexBySlug(categories),
  indexBySlug(brands),
  indexBySlug(dietary),
  indexBySlug(tags),
];

/** Collects the texts of a demo product that the search indexes. */
export function collectWords(product: SeedProduct): TextSource {
  const category = subcategories.get(product.category);
  const root = subcategories.get(category?.parent ?? '');
  const listLabelNames = (labels: typeof needs, slugs: readonly string[]) =>
    slugs.flatMap((slug) => listNames(labels.get(slug)?.name ?? { en: slug, zh: slug }));
  return {
    names: [...listNames(product.name), ...listNames(product.title)],
    brand: makers.get(product.brand ?? '')?.name.en ?? null,
    categories: category ? listNames(category.name) : [],
    ancestors: root ? listNames(root.name) : [],
    tags: listLabelNames(moods, product.tags),
    dietary: listLabelNames(needs, product.dietary),
    sizes: listNames(product.variant),
    optionTitles: product.options.flatMap((option) => listNames(option.title)),
    sounds: toPinyin([product.name.zh, category?.name.zh ?? null]),
  };
}

/** Collects the searchable texts of the demo shop, or of a shop of `count` products grown from it. */
export const collectDemoTexts = (count = 0): TextSource[] => [...expandCatalogue(count)].map(collectWords);

/**
 * Builds the products of the demo shop, or of a shop of `count` products grown from it, and an index of their words.
 */
export function buildDemoIndex(count = 0): { products: SeedProduct[]; index: TextIndex } {
  const products = [...expandCatalogue(count)];
  const index = new TextIndex(synonyms);
  for (const [slot, product] of products.entries()) index.put(slot, collectWords(product));
  return { products, index };
}
