/** Statements that undo the last import. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';
import { RUN_KINDS } from './register-run.ts';

const nothing = v.strictObject({});
/** Fields of a product, as the import compares it. */
const fields = v.nullable(v.record(v.string(), v.unknown()));

/** Finds the last import or daily file. Values: the kind, or null for any. */
export const lastRun = statement(
  'import.lastRun',
  v.object({ id: v.string(), kind: v.picklist(RUN_KINDS), file: v.string(), started_at: v.date() }),
  `select id, kind, file, started_at from import_runs
   where $1::text is null or kind = $1 order by started_at desc, id desc limit 1`,
);

/** Reads the next recorded changes, bundles before their items. Values: run, last product id, limit. */
export const recordedChanges = statement(
  'import.recordedChanges',
  v.object({ product_id: v.number(), slug: v.string(), before: fields, after: fields }),
  `select c.product_id, p.slug, c.before, c.after from import_changes c join products p on p.id = c.product_id
   where c.import_id = $1 and c.product_id < $2 order by c.product_id desc limit $3`,
);

/** Finds the products among these that were ordered since, directly or in a bundle. Values: product ids, the time. */
export const orderedSince = statement(
  'import.orderedSince',
  v.object({ product_id: v.number() }),
  `select l.product_id from order_lines l join orders o on o.id = l.order_id
   where l.product_id = any ($1::bigint[]) and o.created_at >= $2
   union
   select i.product_id from inventory i join order_stock s on s.inventory_id = i.id join orders o on o.id = s.order_id
   where i.product_id = any ($1::bigint[]) and o.created_at >= $2`,
);

/** Finds the products among these that are in carts, or in bundles that stay. Values: product ids. */
export const productsInUse = statement(
  'import.heldProducts',
  v.object({ product_id: v.number() }),
  `with in_carts as (select distinct product_id from cart_lines where product_id = any ($1::bigint[]))
   select product_id from in_carts
   union
   select product_id from bundle_items
   where product_id = any ($1::bigint[])
     and (bundle_id <> all ($1::bigint[]) or bundle_id in (select product_id from in_carts))`,
);

/** Archives products. Values: product ids, now. */
export const archiveProducts = statement(
  'import.archiveProducts',
  nothing,
  `update products set status = 'archived', updated_at = $2 where id = any ($1::bigint[])`,
);

/** Deletes the items of bundles. Values: ids of the bundles. */
export const deleteBundleItems = statement(
  'import.deleteParts',
  nothing,
  'delete from bundle_items where bundle_id = any ($1::bigint[])',
);
export const deleteProducts = statement(
  'import.deleteProducts',
  nothing,
  'delete from products where id = any ($1::bigint[])',
);

/** Deletes the records of undone changes. Values: run, product ids. */
export const forgetChanges = statement(
  'import.forgetChanges',
  nothing,
  'delete from import_changes where import_id = $1 and product_id = any ($2::bigint[])',
);

/** Deletes the record of a run of which nothing is left to undo. Values: run. */
export const forgetRun = statement(
  'import.forgetRun',
  nothing,
  `delete from import_runs r where r.id = $1 and not exists (select from import_changes c where c.import_id = r.id)
     and not exists (select from import_variant_changes c where c.import_id = r.id)`,
);

/** Deletes brands that the run created and that no product uses; `deleteTags` does the same for tags. Values: run. */
export const deleteBrands = statement(
  'import.deleteBrands',
  v.object({ slug: v.string() }),
  `delete from brands b using import_labels l
   where l.import_id = $1 and l.kind = 'brand' and l.slug = b.slug
     and not exists (select from products p where p.brand_id = b.id) returning b.slug`,
);
export const deleteTags = statement(
  'import.deleteTags',
  v.object({ slug: v.string() }),
  `delete from tags t using import_labels l
   where l.import_id = $1 and l.kind = 'tag' and l.slug = t.slug
     and not exists (select from product_tags p where p.tag_id = t.id) returning t.slug`,
);
/**
 * Deletes unused categories that the run created and that have no children; call it until it returns no row. Values:
 * run.
 */
export const deleteLeafCategories = statement(
  'import.deleteLeafCategories',
  v.object({ slug: v.string() }),
  `delete from categories c using import_labels l
   where l.import_id = $1 and l.kind = 'category' and l.slug = c.slug
     and not exists (select from categories child where child.parent_id = c.id)
     and not exists (select from products p where p.category_id = c.id)
     and not exists (select from product_categories p where p.category_id = c.id) returning c.slug`,
);

/** Reports to every process that labels changed. */
export const reportLabelChange = statement(
  'import.reportLabelChange',
  nothing,
  `insert into catalog_changes (product_id, kind) values (null, 'content')`,
  { writes: 'catalog_change' },
);
