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
import type { DraftBundleItem } from '../columns/product-values.ts';
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

/** Reads the names by which the import finds bundle items: an option's SKU, else its title. Values: product ids. */
const itemNames = statement(
  'export.partNames',
  v.object({
    product_id: v.number(),
    option_id: v.nullable(v.number()),
    handle: v.string(),
    option: v.nullable(v.string()),
  }),
  `select p.id as product_id, o.id as option_id, p.slug as handle, coalesce(o.sku, o.title_en) as option
   from products p left join variation_options o on o.product_id = p.id where p.id = any ($1::bigint[])`,
);

const listHashes = (product: ShopProduct): string[] => [
  product.image_hash,
  ...product.images,
  ...product.options.map((option) => option.image_hash),
];

async function exportPage(tx: Db, ids: readonly number[], labels: ExportLabels, publicUrl: string): Promise<string> {
  const products = await tx.rows(wholeProducts, [ids]);
  const hashes = [...new Set(products.flatMap(listHashes))];
  const specs = new Map((await tx.rows(specsByHash, [hashes])).map((row) => [row.hash, row.spec]));
  const itemIds = [...new Set(products.flatMap((product) => product.parts.map((item) => item.product_id)))];
  const names = new Map<string, Omit<DraftBundleItem, 'quantity'>>();
  for (const { product_id, option_id, handle, option } of itemIds.length > 0
    ? await tx.rows(itemNames, [itemIds])
    : []) {
    names.set(`${product_id} null`, { handle, option: null });
    names.set(`${product_id} ${option_id}`, { handle, option: option_id === null ? null : option });
  }
  const context = {
    labels,
    picture(hash: string) {
      const spec = isPlaceholder(hash) ? undefined : specs.get(hash);
      return spec === undefined ? '' : formatPictureAddress(publicUrl, spec);
    },
    bundleItem: (product_id: number, option_id: number | null) =>
      names.get(`${product_id} ${option_id}`) ?? { handle: '', option: null },
  };
  return products.map((product) => formatProductRows(product, context)).join('');
}

/** Passes the CSV piece by piece to `write`, and awaits each call. Returns the number of products. */
export async function exportCatalogue(
  db: Db,
  publicUrl: string,
  write: (text: string) => Promise<void> | void,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.raw('set transaction isolation level repeatable read, read only');
    const labels = createExportLabels(await loadLabelRows(tx));
    // Spreadsheets recognize UTF-8 only by a byte order mark.
    await write(`\ufeff${EXPORT_COLUMNS.map((column) => csvCell(nameOf(column))).join(',')}\n`);
    await tx.raw('declare exported no scroll cursor for select id from products order by slug collate "C"');
    let count = 0;
    for (;;) {
      const { rows } = await tx.raw(`fetch ${PRODUCTS_PER_PAGE} from exported`);
      if (rows.length === 0) return count;
      await write(
        await exportPage(
          tx,
          rows.map((row) => Number(row.id)),
          labels,
          publicUrl,
        ),
      );
      count += rows.length;
    }
  });
}
