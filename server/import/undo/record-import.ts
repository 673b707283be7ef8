/** Records the changes of an import, in the transaction of the change, so that it can be undone. */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import type { ShopProduct } from '../columns/product-file.ts';
import type { NewReferences } from '../labels/references.ts';
import { shopProducts } from '../products/shop-products.sql.ts';
import { type RecordedRun, registerRun } from './register-run.ts';

/** Records changed products. Values: run id, changes. */
const recordProducts = statement(
  'import.recordProducts',
  v.strictObject({}),
  `insert into import_changes (import_id, product_id, before, after)
   select $1, r.product_id, r.before, r.after
   from jsonb_to_recordset($2::jsonb) as r (product_id bigint, before jsonb, after jsonb)
   on conflict do nothing`,
);

/** Records created labels. Values: run id, kinds, slugs. */
const recordLabels = statement(
  'import.recordLabels',
  v.strictObject({}),
  `insert into import_labels (import_id, kind, slug) select $1, r.kind, r.slug
   from unnest($2::text[], $3::text[]) as r (kind, slug) on conflict do nothing`,
);

/** A saved product: its slug and id, its previous state (null for a new one), and the fields that changed. */
export type SavedProduct = {
  slug: string;
  product_id: number;
  before: ShopProduct | null;
  fields: ReadonlySet<string>;
};

const pickFields = (product: ShopProduct, fields: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(product).filter(([field]) => fields.has(field)));

/** Records products that were just saved in this transaction. */
export async function recordSaved(tx: Db, run: RecordedRun, saved: readonly SavedProduct[]): Promise<void> {
  if (saved.length === 0) return;
  await registerRun(tx, run);
  const updated = saved.filter(({ before }) => before !== null).map(({ slug }) => slug);
  const now = new Map((updated.length > 0 ? await tx.rows(shopProducts, [updated]) : []).map((row) => [row.slug, row]));
  const rows = saved.map(({ slug, product_id, before, fields }) => {
    const after = now.get(slug);
    if (before === null || after === undefined) return { product_id, before: null, after: null };
    return { product_id, before: pickFields(before, fields), after: pickFields(after, fields) };
  });
  await tx.rows(recordProducts, [run.id, JSON.stringify(rows)]);
}

/** Records labels that are created in this transaction. */
export async function recordAddedLabels(tx: Db, run: RecordedRun, added: NewReferences): Promise<void> {
  const labels = [
    ...added.brands.map(({ slug }) => ['brand', slug] as const),
    ...added.categories.map(({ slug }) => ['category', slug] as const),
    ...added.tags.map(({ slug }) => ['tag', slug] as const),
  ];
  if (labels.length === 0) return;
  await registerRun(tx, run);
  await tx.rows(recordLabels, [run.id, labels.map(([kind]) => kind), labels.map(([, slug]) => slug)]);
}
