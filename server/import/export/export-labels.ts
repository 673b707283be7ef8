/** Names brands, categories and other labels in an export, and defines each where it is first named. Pure. */

import type { GroupPrice } from '../columns/list-cells.ts';
import { buildCategoryTree, findExactPath } from '../labels/category-tree.ts';
import { createUniqueWordTest, type LabelNames, type LabelRows } from '../labels/references.ts';

type LabelCategory = LabelRows['categories'][number];

/** The kinds of definitions, in the order of a cell. */
const DEFINED_KINDS = ['collections', 'categories', 'brands', 'tags', 'dietaries', 'groups'] as const;
type DefinedKind = (typeof DEFINED_KINDS)[number];

/** Creates the look-ups of label names for one export. Each label is defined once, in the first row that needs it. */
export function createExportLabels(labels: LabelRows) {
  const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
  const brands = byId(labels.brands);
  const categories = byId(labels.categories);
  const categoryBySlug = new Map(labels.categories.map((row) => [row.slug, row]));
  const tree = buildCategoryTree(labels.categories);
  const tags = byId(labels.tags);
  const dietaries = byId(labels.dietaries);
  const groups = byId(labels.groups);
  const collections = new Map(labels.collections.map((row) => [row.key, row]));
  const definedKeys = new Set<string>();
  let newDefinitions: Partial<Record<DefinedKind, object[]>> = {};

  const define = (kind: DefinedKind, key: string, definition: object) => {
    if (definedKeys.has(`${kind} ${key}`)) return;
    definedKeys.add(`${kind} ${key}`);
    newDefinitions[kind] = [...(newDefinitions[kind] ?? []), definition];
  };
  function defineCategory({ id: _, ...row }: LabelCategory): void {
    const parent = row.parent === null ? undefined : categoryBySlug.get(row.parent);
    if (parent && !definedKeys.has(`categories ${row.slug}`)) defineCategory(parent);
    const { spec: image, ...rest } = row;
    define('categories', row.slug, { ...rest, image });
  }
  /** Returns the name if no other label has it and it contains no separator, otherwise the slug. */
  const chooseWord = ({ slug, name_en }: LabelNames, isUnique: (word: string) => boolean, separator: RegExp) =>
    isUnique(name_en) && !separator.test(name_en) && name_en === name_en.replace(/\s+/g, ' ').trim() ? name_en : slug;
  const isOneBrand = createUniqueWordTest(labels.brands);
  const isOneTag = createUniqueWordTest(labels.tags);
  const isOneDietary = createUniqueWordTest(labels.dietaries);
  /** Sorts by slug: ids differ between shops. */
  const sortBySlug = <Row extends { slug: string }>(ids: readonly number[], rows: ReadonlyMap<number, Row>): Row[] =>
    ids.flatMap((id) => rows.get(id) ?? []).sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const listPaths = (ids: readonly number[]): string[][] =>
    sortBySlug(ids, categories).map((category) => {
      defineCategory(category);
      return findExactPath(tree, category.slug);
    });
  const NO_SEPARATOR = /^$/;
  const LIST_SEPARATOR = /,/;

  return {
    brand(id: number | null): string | null {
      const brand = brands.get(id ?? 0);
      if (!brand) return null;
      define('brands', brand.slug, { slug: brand.slug, name: brand.name, image: brand.spec });
      return chooseWord(brand, isOneBrand, NO_SEPARATOR);
    },
    chineseBrand: (id: number | null): string | null => brands.get(id ?? 0)?.name_zh ?? null,
    /** Returns the path of a category, as steps. */
    category: (id: number): string[] => listPaths([id])[0] ?? [],
    categories: listPaths,
    tags(ids: readonly number[]): string[] {
      return sortBySlug(ids, tags).map((tag) => {
        const { slug, name_en, name_zh } = tag;
        define('tags', slug, { slug, name_en, name_zh });
        return chooseWord(tag, isOneTag, LIST_SEPARATOR);
      });
    },
    dietaries(ids: readonly number[]): string[] {
      return sortBySlug(ids, dietaries).map((dietary) => {
        const { slug, position, name_en, name_zh } = dietary;
        define('dietaries', slug, { slug, position, name_en, name_zh });
        return chooseWord(dietary, isOneDietary, LIST_SEPARATOR);
      });
    },
    groupPrices(prices: readonly { group_id: number; group_price: number }[]): GroupPrice[] {
      const groupPrices = prices.map(({ group_id, group_price }) => ({
        group: groups.get(group_id)?.code ?? '',
        group_price,
      }));
      const sorted = groupPrices.sort((a, b) => (a.group < b.group ? -1 : 1));
      for (const { group } of sorted) define('groups', group, { code: group });
      return sorted;
    },
    collection(key: string): string {
      const row = collections.get(key);
      if (row) {
        const { name_en, name_zh, max_items, starts_at, ends_at } = row;
        define('collections', key, { key, name_en, name_zh, max_items, starts_at, ends_at });
      }
      return key;
    },
    /** Returns the definitions that are new since the last call, as a cell. */
    definitions(): string {
      const cell = DEFINED_KINDS.flatMap((kind) =>
        newDefinitions[kind] === undefined ? [] : [[kind, newDefinitions[kind]] as const],
      );
      newDefinitions = {};
      return cell.length === 0 ? '' : JSON.stringify(Object.fromEntries(cell));
    },
  };
}
export type ExportLabels = ReturnType<typeof createExportLabels>;
