/** Finds the products and options that the rows of a daily file name. */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import type { RowProblem } from '../columns/product-values.ts';
import type { VariantCode, VariantRow } from './variant-rows.ts';

const variantSale = v.object({
  sale_price: v.number(),
  starts_at: v.string(),
  ends_at: v.nullable(v.string()),
});

const variant = v.object({
  /** Position of its row among those requested, from 1. */
  place: v.number(),
  product_id: v.number(),
  option_id: v.nullable(v.number()),
  slug: v.string(),
  type: v.picklist(['simple', 'variable', 'voucher']),
  is_bundle: v.boolean(),
  is_sold: v.boolean(),
  price: v.number(),
  inventory_id: v.nullable(v.number()),
  quantity: v.nullable(v.number()),
  is_continuous_selling: v.nullable(v.boolean()),
  /** Planned and running sales, without shocking deals. Times are ISO 8601 in UTC. */
  sales: v.array(variantSale),
});
export type ShopVariant = v.InferOutput<typeof variant>;

const isoSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL that completes the rows `found` (place, product_id, option_id, price, is_active) to a `ShopVariant` each. */
const completeRows = (found: string): string => `${found}
   select f.place, f.product_id, f.option_id, p.slug, p.type,
     exists (select 1 from bundle_items b where b.bundle_id = p.id) as is_bundle,
     f.is_active and p.status <> 'archived' as is_sold, f.price, i.id as inventory_id, i.quantity,
     i.is_continuous_selling,
     coalesce((select jsonb_agg(jsonb_build_object('sale_price', s.sale_price, 'starts_at', ${isoSql('s.starts_at')},
       'ends_at', ${isoSql('s.ends_at')}) order by s.starts_at)
       from sales s where s.product_id = f.product_id and s.variation_option_id is not distinct from f.option_id
         and not s.is_deal), '[]') as sales
   from found f join products p on p.id = f.product_id
   left join inventory i on i.product_id = f.product_id and i.variation_option_id is not distinct from f.option_id
   order by f.place, f.product_id, f.option_id`;

/**
 * Finds the products and options of SKUs and barcodes. Values: SKUs, barcodes; in each place one of the two is null.
 */
const variantsByCode = statement(
  'import.variantsByCode',
  variant,
  completeRows(`with r as (
     select place::integer, sku, barcode
     from unnest($1::text[], $2::text[]) with ordinality as given (sku, barcode, place)
   ),
   found as (
     select r.place, p.id as product_id, null::bigint as option_id, p.price, true as is_active
     from r join products p on p.sku = r.sku
     union all
     select r.place, o.product_id, o.id, o.price, o.is_active from r join variation_options o on o.sku = r.sku
     union all
     select r.place, p.id, null, p.price, true from r join products p on p.barcode = r.barcode
     union all
     select r.place, o.product_id, o.id, o.price, o.is_active from r join variation_options o on o.barcode = r.barcode
   )`),
);

/** Reads products and all their options. Values: product ids. */
export const variantsOfProducts = statement(
  'import.variantsOfProducts',
  variant,
  completeRows(`with found as (
     select 1 as place, id as product_id, null::bigint as option_id, price, true as is_active
     from products where id = any ($1::bigint[])
     union all
     select 1, product_id, id, price, is_active from variation_options where product_id = any ($1::bigint[])
   )`),
);

/** Rows per statement. */
const BATCH_SIZE = 5000;

const CODE_NAMES = { sku: 'SKU', barcode: 'barcode' } as const;

/** Picks the variant that a row means, or returns the reason why there is none. */
function pickVariant(candidates: readonly ShopVariant[], { by }: VariantCode): ShopVariant | string {
  const sold = candidates.filter((each) => each.is_sold);
  const [first, second] = sold.length > 0 ? sold : candidates;
  if (first === undefined) return `no product or option has this ${CODE_NAMES[by]}`;
  if (second !== undefined)
    return `the ${CODE_NAMES[by]} belongs to "${first.slug}" and "${second.slug}": name the SKU of one`;
  if (first.type === 'variable' && first.option_id === null)
    return `"${first.slug}" has options: name the SKU or barcode of one`;
  return first;
}

export type MatchedRow<Values> = VariantRow<Values> & { variant: ShopVariant };

/** Finds the rows' variants; reports rows without one, and rows that mean the variant of an earlier row. */
export async function findVariants<Values>(
  db: Db,
  rows: readonly VariantRow<Values>[],
  onProblem: (problem: RowProblem) => void,
): Promise<MatchedRow<Values>[]> {
  const lineOf = new Map<string, number>();
  const all: MatchedRow<Values>[] = [];
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE);
    const codes = (kind: VariantCode['by']) => batch.map(({ by, code }) => (by === kind ? code : null));
    const candidates = Map.groupBy(
      await db.rows(variantsByCode, [codes('sku'), codes('barcode')]),
      ({ place }) => place,
    );
    for (const [index, row] of batch.entries()) {
      const picked = pickVariant(candidates.get(index + 1) ?? [], row);
      const key = typeof picked === 'string' ? '' : `${picked.product_id} ${picked.option_id}`;
      const before = lineOf.get(key);
      if (typeof picked === 'string') onProblem({ line: row.line, handle: row.code, reason: picked });
      else if (before !== undefined)
        onProblem({ line: row.line, handle: row.code, reason: `names the same goods as line ${before}` });
      else {
        lineOf.set(key, row.line);
        all.push({ ...row, variant: picked });
      }
    }
  }
  return all;
}
