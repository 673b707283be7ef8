/** How an export names brands, categories, tags, … and, where each is named first, what it is. Pure. */
import { isSame } from './merge.ts';
import { idOf, type Labels, referencesOf } from './references.ts';

type Category = Labels['categories'][number];
const BRANDS = 'brands';

/** One export's names. Each definition is written once, in the row that needs it first. */
export function exportLabels(labels: Labels) {
  const references = referencesOf(labels);
  const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
  const brands = byId(labels.brands);
  const categories = byId(labels.categories);
  const categoryBySlug = new Map(labels.categories.map((row) => [row.slug, row]));
  const tags = byId(labels.tags);
  const dietaries = byId(labels.dietaries);
  const groups = byId(labels.groups);
  const collections = new Map(labels.collections.map((row) => [row.key, row]));
  const told = new Set<string>();
  let fresh: Record<string, object[]> = {};

  const define = (kind: string, key: string, definition: object) => {
    if (told.has(`${kind} ${key}`)) return;
    told.add(`${kind} ${key}`);
    fresh[kind] = [...(fresh[kind] ?? []), definition];
  };
  function defineCategory({ id: _, ...row }: Category): void {
    const parent = row.parent === null ? undefined : categoryBySlug.get(row.parent);
    if (parent && !told.has(`categories ${row.slug}`)) defineCategory(parent);
    const { spec: image, ...rest } = row;
    define('categories', row.slug, { ...rest, image });
  }
  /** A name where it says which one is meant, else the slug; a separator in a name would end it. */
  const word = (
    row: { id: number; slug: string; name_en: string },
    known: ReadonlyMap<string, number>,
    separator: RegExp,
  ) =>
    idOf(known, row.name_en) === row.id &&
    !separator.test(row.name_en) &&
    row.name_en === row.name_en.replace(/\s+/g, ' ').trim()
      ? row.name_en
      : row.slug;
  const aisles = new Map([...references.categories].map(([name, { id }]) => [name, id]));
  const NOTHING = /^$/;
  const LIST = /,/;

  return {
    brand(id: number | null): string | null {
      const brand = brands.get(id ?? 0);
      if (!brand) return null;
      define(BRANDS, brand.slug, { slug: brand.slug, name: brand.name, image: brand.spec });
      return word(brand, references.brands, NOTHING);
    },
    category(id: number): string {
      const category = categories.get(id);
      if (!category) return '';
      defineCategory(category);
      return word(category, aisles, NOTHING);
    },
    tag(id: number): string[] {
      const tag = tags.get(id);
      if (!tag) return [];
      const { slug, name_en, name_zh } = tag;
      define('tags', slug, { slug, name_en, name_zh });
      return [word(tag, references.tags, LIST)];
    },
    dietary(id: number): string[] {
      const dietary = dietaries.get(id);
      if (!dietary) return [];
      const { slug, position, name_en, name_zh } = dietary;
      define('dietaries', slug, { slug, position, name_en, name_zh });
      return [word(dietary, references.dietaries, LIST)];
    },
    group(id: number): string {
      const code = groups.get(id)?.code ?? '';
      define('groups', code, { code });
      return code;
    },
    collection(key: string): void {
      const row = collections.get(key);
      if (!row) return;
      const { name_en, name_zh, max_items, starts_at, ends_at } = row;
      define('collections', key, { key, name_en, name_zh, max_items, starts_at, ends_at });
    },
    /** What was named for the first time since the last call, as a cell. */
    definitions(): string {
      const cell = isSame(fresh, {}) ? '' : JSON.stringify(fresh);
      fresh = {};
      return cell;
    },
  };
}
export type ExportLabels = ReturnType<typeof exportLabels>;
