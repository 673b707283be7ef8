/**
 * Exports the catalogue as the CSV that the import reads: sorted by handle, the same bytes for the same shop. Reads
 * page by page in one snapshot, so that memory stays bounded.
 */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { isPlaceholder } from '../../media/placeholder-images.ts';
import { csvCell } from '../columns/cells.ts';
import { nameOf } from '../columns/product-columns.ts';
import type { ShopProduct } from '../columns/product-file.ts';
import { loadLabelRows } from '../labels/references.ts';
import { formatPictureAddress } from '../pictures/picture-address.ts';
import { wholeProducts } from '../products/shop-products.sql.ts';
import { createExportLabels, type ExportLabels } from './export-labels.ts';
import { EXPORT_COLUMNS, formatProductRows } from './export-rows.ts';

const PRODUCTS_PER_PAGE = 100;

const specsByHash = statement(
  'export.specs',
  v.object({ hash: v.string(), spec: v.custom<ImageSpec>((value) => typeof value === 'object' && value !== null) }),
  'select hash, spec from images where hash = any ($1::text[])',
);

/**
 * Reads the names by which the import finds bundle items: an option's SKU, else its title. `is_sold` is false for an
 * option that is no longer sold, and for a product with options as a whole. Values: product ids.
 */
const itemNames = statement(
  'export.partNames',
  v.object({
    product_id: v.number(),
    option_id: v.nullable(v.number()),
    handle: v.string(),
    option: v.nullable(v.string()),
    is_sold: v.boolean(),
  }),
  `select p.id as product_id, null::bigint as option_id, p.slug as handle, null as option,
     p.type <> 'variable' as is_sold
   from products p where p.id = any ($1::bigint[])
   union all
   select p.id, o.id, p.slug, coalesce(o.sku, o.title_en), p.type = 'variable' and o.is_active
   from variation_options o join products p on p.id = o.product_id where p.id = any ($1::bigint[])`,
);

/** A product that an import could not create, with the reason. */
type LeftOut = { handle: string; reason: string };

const listHashes = (product: ShopProduct): string[] => [
  product.image_hash,
  ...product.images,
  ...product.options.map((option) => option.image_hash),
];

const itemKey = (product_id: number, option_id: number | null): string => `${product_id} ${option_id}`;

/** Reads the items of these products' bundles, by `itemKey`. */
async function readItems(tx: Db, products: readonly ShopProduct[]) {
  const ids = [...new Set(products.flatMap((product) => product.parts.map((item) => item.product_id)))];
  const rows = ids.length > 0 ? await tx.rows(itemNames, [ids]) : [];
  return new Map(rows.map((row) => [itemKey(row.product_id, row.option_id), row]));
}

/** Returns why no import could create the bundle, or null. */
function checkBundle({ parts }: ShopProduct, items: Awaited<ReturnType<typeof readItems>>): string | null {
  const named = parts.flatMap(({ product_id, option_id }) => items.get(itemKey(product_id, option_id)) ?? []);
  const [lost] = named.filter(({ is_sold }) => !is_sold);
  if (lost === undefined) return null;
  const { handle, option } = lost;
  return option === null
    ? `Bundle Items must name an option of "${handle}"`
    : `Bundle Items name "${option}", which "${handle}" no longer has`;
}

async function exportPage(
  tx: Db,
  ids: readonly number[],
  labels: ExportLabels,
  publicUrl: string,
): Promise<{ text: string; leftOut: LeftOut[] }> {
  const products = await tx.rows(wholeProducts, [ids]);
  const hashes = [...new Set(products.flatMap(listHashes))];
  const specs = new Map((await tx.rows(specsByHash, [hashes])).map((row) => [row.hash, row.spec]));
  const items = await readItems(tx, products);
  const context = {
    labels,
    picture(hash: string) {
      const spec = isPlaceholder(hash) ? undefined : specs.get(hash);
      return spec === undefined ? '' : formatPictureAddress(publicUrl, spec);
    },
    bundleItem: (product_id: number, option_id: number | null) =>
      items.get(itemKey(product_id, option_id)) ?? { handle: '', option: null },
  };
  const leftOut: LeftOut[] = [];
  let text = '';
  for (const product of products) {
    const reason = checkBundle(product, items);
    if (reason === null) text += formatProductRows(product, context);
    else leftOut.push({ handle: product.slug, reason });
  }
  return { text, leftOut };
}

/**
 * Passes the CSV piece by piece to `write`, and awaits each call. Returns the number of exported products, and those
 * that it leaves out.
 */
export async function exportCatalogue(
  db: Db,
  publicUrl: string,
  write: (text: string) => Promise<void> | void,
): Promise<{ count: number; leftOut: LeftOut[] }> {
  return db.transaction(async (tx) => {
    await tx.raw('set transaction isolation level repeatable read, read only');
    const labels = createExportLabels(await loadLabelRows(tx));
    // Spreadsheets recognize UTF-8 only by a byte order mark.
    await write(`\ufeff${EXPORT_COLUMNS.map((column) => csvCell(nameOf(column))).join(',')}\n`);
    await tx.raw('declare exported no scroll cursor for select id from products order by slug collate "C"');
    const leftOut: LeftOut[] = [];
    let count = 0;
    for (;;) {
      const { rows } = await tx.raw(`fetch ${PRODUCTS_PER_PAGE} from exported`);
      if (rows.length === 0) return { count, leftOut };
      const ids = rows.map((row) => Number(row.id));
      const page = await exportPage(tx, ids, labels, publicUrl);
      await write(page.text);
      leftOut.push(...page.leftOut);
      count += rows.length - page.leftOut.length;
    }
  });
}
