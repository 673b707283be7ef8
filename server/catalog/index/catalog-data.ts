/** The data of the catalogue index, and how it is read from the database. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import type { CatalogChange } from '../../http/cache/response-cache.ts';
import { TextIndex, type TextSource } from '../search/text-index.ts';
import { allSynonyms, type IndexRow, indexPage, indexRows } from './catalog-index.sql.ts';
import { type Labels, loadLabels } from './labels.ts';
import { ProductColumns } from './product-columns.ts';

/** Columns and words of every listed product, by row number. Changes between requests, never within a query. */
export type CatalogData = { columns: ProductColumns; text: TextIndex; labels: Labels };

/** Products that one statement reads: few enough that requests are served in between. */
const PRODUCTS_PER_PAGE = 250;

const joinTexts = (...all: readonly ({ en: string; zh: string | null } | null)[]): string[] =>
  all.flatMap((text) => (text === null ? [] : text.zh === null ? [text.en] : [text.en, text.zh]));

function toSearchTexts(product: IndexRow, { categories, brands, tags, dietary }: Labels): TextSource {
  const labelNames = (label: { name_en: string; name_zh: string | null } | undefined) =>
    label === undefined ? [] : joinTexts({ en: label.name_en, zh: label.name_zh });
  const above = new Set(product.category_ids.map((id) => categories.get(id)?.parent_id));
  const brand = brands.get(product.brand_id ?? 0);
  const categoryNames = (ids: readonly number[]) => ids.flatMap((id) => labelNames(categories.get(id)));
  return {
    names: joinTexts(product.name, product.title),
    brand: brand?.name ?? null,
    brand_zh: brand?.name_zh ?? null,
    categories: categoryNames(product.category_ids.filter((id) => !above.has(id))),
    ancestors: categoryNames(product.category_ids.filter((id) => above.has(id))),
    tags: product.tag_slugs.flatMap((slug) => labelNames(tags.get(slug))),
    dietary: product.dietary_slugs.flatMap((slug) => labelNames(dietary.get(slug))),
    sizes: joinTexts(product.variant),
    optionTitles: product.options.flatMap(({ title }) => joinTexts(title)),
    isBundleOrVoucher: product.is_bundle || product.type === 'voucher',
    sounds: product.sounds ?? [],
  };
}

function putProducts(
  { columns, text, labels }: CatalogData,
  products: readonly IndexRow[],
  hasNewTexts: (id: number) => boolean,
): void {
  for (const product of products) {
    const before = columns.rowOf(product.product_id);
    const isNew = before === undefined || !columns.isListed(before);
    const row = columns.put(product);
    if (isNew || hasNewTexts(product.product_id)) text.put(row, toSearchTexts(product, labels));
  }
}

/** Sorts by the columns that most lists use, so that no request has to. */
async function prepareOrders({ columns }: CatalogData): Promise<void> {
  for (const column of ['featured', 'sales', 'price', 'name_en', 'name_zh', 'created_at', 'orders'] as const) {
    columns.sortRows([{ column, descending: false }]);
    await setImmediate();
  }
}

/** Reads every listed product. Stops early when `isStopped` returns true. */
export async function buildCatalogData(db: Db, isStopped: () => boolean): Promise<CatalogData> {
  const labels = await loadLabels(db);
  const synonyms = (await db.rows(allSynonyms)).map(({ terms }) => terms);
  const data: CatalogData = { columns: new ProductColumns(), text: new TextIndex(synonyms), labels };
  for (let last = 0; !isStopped(); ) {
    const page = await db.rows(indexPage, [last, PRODUCTS_PER_PAGE]);
    putProducts(data, page, () => true);
    last = page.at(-1)?.product_id ?? last;
    if (page.length < PRODUCTS_PER_PAGE) break;
  }
  data.columns.trim();
  await prepareOrders(data);
  return data;
}

/** Reads the changed products again and removes those that are no longer listed. */
export async function refreshProducts(db: Db, data: CatalogData, changes: readonly CatalogChange[]): Promise<void> {
  const textChanges = new Set(changes.filter(({ kind }) => kind === 'content').map(({ product }) => product));
  if (textChanges.size > 0) data.labels = await loadLabels(db);
  const ids = [...new Set(changes.flatMap(({ product }) => product ?? []))];
  for (let from = 0; from < ids.length; from += PRODUCTS_PER_PAGE) {
    const pageIds = ids.slice(from, from + PRODUCTS_PER_PAGE);
    const products = await db.rows(indexRows, [pageIds]);
    const listed = new Set(products.map(({ product_id }) => product_id));
    for (const id of pageIds) {
      const row = listed.has(id) ? undefined : data.columns.remove(id);
      if (row !== undefined) data.text.remove(row);
    }
    putProducts(data, products, (id) => textChanges.has(id));
  }
}
