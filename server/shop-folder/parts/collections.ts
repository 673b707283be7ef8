/** collections.yaml: named lists of products. */
import type { CollectionRule } from '../../catalog/catalog.sql.ts';
import { atLeastOne, categories, moment, oneOf, products, text } from '../../field-tables/codecs.ts';
import * as columns from '../../field-tables/columns.ts';
import { entryName, type Field, type ItemOf, optional, required } from '../../field-tables/fields.ts';
import { type ListChange, listPart, sendRows, writeStatement } from '../../field-tables/list-part.ts';

const COLLECTION_RULES = ['best_sellers', 'deals', 'popular', 'bundles', 'newest', 'category', 'picked'] as const;

/** Collections that the API names. */
const API_COLLECTIONS: ReadonlySet<string> = new Set([
  'best_seller',
  'best_seller_grocery',
  'popular',
  'cookies',
  'chips',
  'popcorn_jerky',
  'fresh_vegetables',
  'new_arrivals',
  'shocking_deals',
  'bundles',
]);

/** `by`, with the categories of the rules that have some. */
const rule: Field<CollectionRule> = {
  entries: { ...required('by', oneOf(COLLECTION_RULES)).entries, ...optional('categories', categories).entries },
  read({ by, categories: named }, { entry, report }) {
    if (by === 'category' && !named) report(`${entry} needs categories`);
    if (named && by !== 'category' && by !== 'best_sellers') {
      report(`${entry}: only best_sellers and category have categories`);
    }
    return { by, ...(Array.isArray(named) && { category_slug: named.join(',') }) } as CollectionRule;
  },
  write: (stored) => ({
    by: stored.by,
    categories: 'category_slug' in stored && stored.category_slug ? stored.category_slug.split(',') : null,
  }),
  column: columns.plain,
};

/** Slugs in order if the rule is `picked`, else null. Without a list the picked products stay. */
const picked: Field<string[] | null> = {
  ...optional('products', products),
  read({ by, products: slugs }, { current, entry, report }) {
    if (slugs && by !== 'picked') report(`${entry}: products belong to "by: picked"`);
    if (by !== 'picked') return null;
    return (slugs ?? (current as { products: string[] | null } | undefined)?.products ?? []) as string[];
  },
  write: (slugs) => ({ products: slugs && slugs.length > 0 ? [...slugs] : null }),
  column: columns.elsewhere(`case when t.rule ->> 'by' = 'picked' then
    (select coalesce(json_agg(p.slug order by i.position), '[]') from collection_items i
      join products p on p.id = i.product_id where i.collection_key = t.key) end`),
};

const COLLECTION_FIELDS = {
  key: entryName(),
  name: required('name', text),
  rule,
  max_items: optional('limit', atLeastOne),
  starts_at: optional('from', moment),
  ends_at: optional('to', moment),
  products: picked,
};
export type CollectionSetup = ItemOf<typeof COLLECTION_FIELDS>;

/** Removes picked products that are not listed. Values: keys, rows. */
const removeItems = writeStatement(
  'removeItems',
  `delete from collection_items i where i.collection_key = any ($1::text[]) and not exists (
     select 1 from jsonb_to_recordset($2::jsonb) as r (key text, slug text) join products p on p.slug = r.slug
     where r.key = i.collection_key and p.id = i.product_id)`,
);

/** Picks products; those that the shop lacks are left out. An item keeps its own window. */
const writeItems = writeStatement(
  'items',
  `insert into collection_items (collection_key, position, product_id)
   select r.key, r.position, p.id from jsonb_to_recordset($1::jsonb) as r (key text, slug text, position integer)
   join products p on p.slug = r.slug
   on conflict (collection_key, product_id) do update set position = excluded.position`,
);

export const collections = listPart({
  name: 'collections',
  table: 'collections',
  key: 'key',
  fields: COLLECTION_FIELDS,
  isPermanent: (key) => API_COLLECTIONS.has(key),
  async after(tx, { changed }: ListChange<CollectionSetup>) {
    const lists = changed.filter(({ rule: { by }, products: slugs }) => by === 'picked' && slugs !== null);
    if (lists.length === 0) return;
    const items = lists.flatMap(({ key, products: slugs }) =>
      (slugs ?? []).map((slug, position) => ({ key, slug, position })),
    );
    await tx.rows(removeItems, [lists.map(({ key }) => key), JSON.stringify(items)]);
    await sendRows(tx, writeItems, items);
  },
});
