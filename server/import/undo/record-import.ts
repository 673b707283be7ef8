/** Records what an import changes, in the transaction of the change, so that it can be taken back. */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import type { NewReferences } from '../labels/references.ts';
import { type ShopProduct, shopProducts } from '../products/shop-products.sql.ts';

/** Registers the run as the last one and forgets the runs before it. Values: id, file, start. */
const registerRun = statement(
  'import.registerRun',
  v.strictObject({}),
  `with forgotten as (delete from import_runs where id <> $1)
   insert into import_runs (id, file, started_at) values ($1, $2, $3) on conflict do nothing`,
);

/** Values: run id, changes. */
const recordProducts = statement(
  'import.recordProducts',
  v.strictObject({}),
  `insert into import_changes (import_id, product_id, before, after)
   select $1, r.product_id, r.before, r.after
   from jsonb_to_recordset($2::jsonb) as r (product_id bigint, before jsonb, after jsonb)
   on conflict do nothing`,
);

/** Values: run id, kinds, slugs. */
const recordLabels = statement(
  'import.recordLabels',
  v.strictObject({}),
  `insert into import_labels (import_id, kind, slug) select $1, r.kind, r.slug
   from unnest($2::text[], $3::text[]) as r (kind, slug) on conflict do nothing`,
);

export type RecordedRun = { id: string; file: string; now: Date };

const register = (tx: Db, { id, file, now }: RecordedRun) => tx.rows(registerRun, [id, file, now]);

/** A saved product: its slug and id, what it was before (null for a new one), and the fields that changed. */
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
  await register(tx, run);
  const updated = saved.filter(({ before }) => before !== null).map(({ slug }) => slug);
  const now = new Map((updated.length > 0 ? await tx.rows(shopProducts, [updated]) : []).map((row) => [row.slug, row]));
  const rows = saved.map(({ slug, product_id, before, fields }) => {
    const after = now.get(slug);
    if (before === null || after === undefined) return { product_id, before: null, after: null };
    return { product_id, before: pickFields(before, fields), after: pickFields(after, fields) };
  });
  await tx.rows(recordProducts, [run.id, JSON.stringify(rows)]);
}

/** Records labels that are made in this transaction. */
export async function recordAddedLabels(tx: Db, run: RecordedRun, added: NewReferences): Promise<void> {
  const labels = [
    ...added.brands.map(({ slug }) => ['brand', slug] as const),
    ...added.categories.map(({ slug }) => ['category', slug] as const),
    ...added.tags.map(({ slug }) => ['tag', slug] as const),
  ];
  if (labels.length === 0) return;
  await register(tx, run);
  await tx.rows(recordLabels, [run.id, labels.map(([kind]) => kind), labels.map(([, slug]) => slug)]);
}
