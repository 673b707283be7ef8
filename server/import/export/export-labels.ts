/** Names brands, categories and other labels in an export, and defines each where it is first named. Pure. */

import type { GroupPrice } from '../columns/list-cells.ts';
import { buildCategoryTree, findExactPath, listNamesakes } from '../labels/category-tree.ts';
import { createWordLookup, type LabelNames, type LabelRows } from '../labels/references.ts';

type LabelBrand = LabelRows['brands'][number];
type LabelCategory = LabelRows['categories'][number];
type LabelDietary = LabelRows['dietaries'][number];

/** The kinds of definitions, in the order of a cell. */
const DEFINED_KINDS = ['collections', 'categories', 'brands', 'tags', 'dietaries', 'groups'] as const;
type DefinedKind = (typeof DEFINED_KINDS)[number];

/** Sorts by slug: ids differ between shops. */
const sortBySlug = <Row extends { slug: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));

/**
 * Creates the look-ups of label names for one export. Each label is defined once, in the first row that needs it. A
 * row also defines the labels with the same name, even those without products: they decide whether a name or a slug
 * is written.
 */
export function createExportLabels(labels: LabelRows) {
  const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
  const brands = byId(labels.brands);
  const categories = byId(labels.categories);
  const categoryBySlug = new Map(labels.categories.map((row) => [row.slug, row]));
  const tree = buildCategoryTree(sortBySlug(labels.categories));
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
  const defineBrand = ({ slug, name, name_zh, spec: image }: LabelBrand) =>
    define('brands', slug, { slug, name, name_zh, image });
  function defineCategory({ id: _, ...row }: LabelCategory): void {
    const parent = row.parent === null ? undefined : categoryBySlug.get(row.parent);
    if (parent && !definedKeys.has(`categories ${row.slug}`)) defineCategory(parent);
    const { spec: image, ...rest } = row;
    define('categories', row.slug, { ...rest, image });
  }
  const defineTag = ({ slug, name_en, name_zh }: LabelNames) => define('tags', slug, { slug, name_en, name_zh });
  const defineDietary = ({ slug, position, name_en, name_zh }: LabelDietary) =>
    define('dietaries', slug, { slug, position, name_en, name_zh });
  /** Creates a function that defines a label and returns its name; its slug if that is shared or has a separator. */
  function createWordChoice<Row extends LabelNames>(
    rows: readonly Row[],
    separator: RegExp,
    defineRow: (row: Row) => void,
  ) {
    const findByWord = createWordLookup(sortBySlug(rows));
    return (row: Row): string => {
      const { slug, name_en } = row;
      const namesakes = findByWord(name_en);
      for (const each of [row, ...namesakes]) defineRow(each);
      const isPlain = !separator.test(name_en) && name_en === name_en.replace(/\s+/g, ' ').trim();
      return namesakes.length === 1 && isPlain ? name_en : slug;
    };
  }
  const NO_SEPARATOR = /^$/;
  const LIST_SEPARATOR = /,/;
  const chooseBrandWord = createWordChoice(labels.brands, NO_SEPARATOR, defineBrand);
  const chooseTagWord = createWordChoice(labels.tags, LIST_SEPARATOR, defineTag);
  const chooseDietaryWord = createWordChoice(labels.dietaries, LIST_SEPARATOR, defineDietary);
  const pickRows = <Row extends { slug: string }>(ids: readonly number[], rows: ReadonlyMap<number, Row>): Row[] =>
    sortBySlug(ids.flatMap((id) => rows.get(id) ?? []));
  const listPaths = (ids: readonly number[]): string[][] =>
    pickRows(ids, categories).map((category) => {
      const namesakes = listNamesakes(tree, category.slug).flatMap((slug) => categoryBySlug.get(slug) ?? []);
      for (const each of [category, ...namesakes]) defineCategory(each);
      return findExactPath(tree, category.slug);
    });

  return {
    brand(id: number | null): string | null {
      const brand = brands.get(id ?? 0);
      return brand ? chooseBrandWord(brand) : null;
    },
    chineseBrand: (id: number | null): string | null => brands.get(id ?? 0)?.name_zh ?? null,
    /** Returns the path of a category, as steps. */
    category: (id: number): string[] => listPaths([id])[0] ?? [],
    categories: listPaths,
    tags: (ids: readonly number[]): string[] => pickRows(ids, tags).map(chooseTagWord),
    dietaries: (ids: readonly number[]): string[] => pickRows(ids, dietaries).map(chooseDietaryWord),
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
