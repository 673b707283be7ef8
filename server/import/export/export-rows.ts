/**
 * Writes a product as rows: its own cells in the first row, then a row for each variant, then for each further
 * picture. Pure.
 */
import type { ImageSpec } from '../../media/image-spec.ts';
import { isPlaceholder } from '../../media/placeholder-images.ts';
import { pictureAddress } from '../pictures/picture-address.ts';
import type { ShopProduct } from '../products/shop-products.sql.ts';
import type { Column } from '../reading/columns.ts';
import type { DraftPart } from '../reading/draft.ts';
import { escaped, joined } from '../reading/lists.ts';
import * as cells from './export-cells.ts';
import type { ExportLabels } from './export-labels.ts';

export const EXPORT_COLUMNS: readonly Column[] = [
  'handle',
  'title',
  'body',
  'vendor',
  'aislePath',
  'type',
  'tags',
  'status',
  'option1Name',
  'option1',
  'sku',
  'grams',
  'tracker',
  'quantity',
  'policy',
  'price',
  'compareAt',
  'image',
  'imagePosition',
  'variantImage',
  'imageAlt',
  'imageAltZh',
  'barcode',
  'cost',
  'seoTitle',
  'seoTitleZh',
  'seoDescription',
  'seoDescriptionZh',
  'country',
  'taxClass',
  'kind',
  'publishedAt',
  'createdAt',
  'titleZh',
  'bodyZh',
  'optionZh',
  'shortTitle',
  'shortTitleZh',
  'productSku',
  'size',
  'sizeZh',
  'unitSize',
  'dietary',
  'minSaleQty',
  'maxSaleQty',
  'minQty',
  'bulky',
  'tierPrices',
  'groupPrices',
  'salePrice',
  'saleStartsAt',
  'saleEndsAt',
  'deal',
  'bundleItems',
  'collections',
  'further',
  'featured',
  'ingredients',
  'ingredientsZh',
  'allergens',
  'allergensZh',
  'storage',
  'storageZh',
  'origin',
  'originZh',
  'nutrition',
  'nutritionZh',
  'halalCertificate',
  'halalCertificateZh',
  'definitions',
];

type Cells = Partial<Record<Column, string>>;
type Option = ShopProduct['options'][number];

export type ExportContext = {
  labels: ExportLabels;
  part(product_id: number, option_id: number | null): Omit<DraftPart, 'quantity'>;
  spec(hash: string): ImageSpec | undefined;
  publicUrl: string;
};

const stockCells = (stock: ShopProduct['stock']): Cells => ({
  tracker: 'shop',
  quantity: stock === null ? '' : String(stock.quantity),
  policy: stock?.is_continuous_selling ? 'continue' : 'deny',
  minQty: stock === null ? '' : cells.formatCount(stock.min_qty, 0),
});

function picture(hash: string, context: ExportContext): string {
  const spec = isPlaceholder(hash) ? undefined : context.spec(hash);
  return spec === undefined ? '' : pictureAddress(context.publicUrl, spec);
}

function productCells(product: ShopProduct, context: ExportContext): Cells {
  const { labels } = context;
  const texts = cells.formatTexts(product.texts_en);
  const zh = cells.formatTexts(product.texts_zh);
  for (const { collection_key } of product.places) labels.collection(collection_key);
  const isBundle = product.parts.length > 0;
  const [path = []] = labels.categories([product.category_id]);
  const further = labels.categories(product.category_ids);
  const named: Cells = {
    vendor: cells.formatName(labels.brand(product.brand_id)),
    aislePath: cells.formatName(path.join(' > ')),
    type: cells.formatName(path.at(-1)),
    further: cells.guarded(joined(further.map((steps) => escaped(cells.escapeEntities(steps.join(' > ')))))),
    tags: cells.formatName(labels.tags(product.tag_ids).join(', ')),
    dietary: cells.formatName(labels.dietaries(product.dietary_ids).join(', ')),
    groupPrices: joined(
      labels.groupPrices(product.group_prices).map((each) => `${each.group}:${cells.formatPrice(each.group_price)}`),
    ),
  };
  return {
    ...named,
    title: cells.formatName(product.name_en),
    titleZh: cells.formatName(product.name_zh),
    shortTitle: product.title_en === product.name_en ? '' : cells.formatName(product.title_en),
    shortTitleZh: cells.formatName(product.title_zh),
    body: cells.guarded(product.description_en),
    bodyZh: cells.guarded(product.description_zh),
    status: product.status === 'published' ? 'active' : product.status,
    kind: isBundle ? 'bundle' : product.type,
    productSku: product.type === 'variable' ? cells.formatSku(product.sku) : '',
    publishedAt: product.published_at,
    createdAt: product.created_at,
    size: cells.formatName(product.variant_en),
    sizeZh: cells.formatName(product.variant_zh),
    minSaleQty: cells.formatCount(product.min_sale_qty, 1),
    maxSaleQty: cells.formatCount(product.max_sale_qty, 0),
    tierPrices: joined(product.tier_prices.map(({ qty, tier_price }) => `${qty}:${cells.formatPrice(tier_price)}`)),
    bundleItems: cells.formatBundle(
      product.parts.map((part) => ({ ...context.part(part.product_id, part.option_id), quantity: part.quantity })),
    ),
    collections: cells.formatPlaces(product.places),
    seoTitle: cells.formatName(product.seo_title_en),
    seoTitleZh: cells.formatName(product.seo_title_zh),
    seoDescription: cells.guarded(product.seo_description_en),
    seoDescriptionZh: cells.guarded(product.seo_description_zh),
    country: product.origin_country ?? '',
    taxClass: cells.formatName(product.tax_class),
    featured: product.featured === null ? '' : String(product.featured),
    ingredients: texts.ingredients,
    ingredientsZh: zh.ingredients,
    allergens: texts.allergens,
    allergensZh: zh.allergens,
    storage: texts.storage,
    storageZh: zh.storage,
    origin: texts.origin,
    originZh: zh.origin,
    nutrition: texts.nutrition,
    nutritionZh: zh.nutrition,
    halalCertificate: texts.halalCertificate,
    halalCertificateZh: zh.halalCertificate,
    definitions: labels.definitions(),
  };
}

const goodsCells = ({ barcode, cost_price }: Pick<Option, 'barcode' | 'cost_price'>): Cells => ({
  barcode: cells.formatBarcode(barcode),
  cost: cost_price === null ? '' : cells.formatPrice(cost_price),
});

const simpleCells = (product: ShopProduct): Cells => ({
  option1Name: 'Title',
  option1: 'Default Title',
  sku: cells.formatSku(product.sku),
  grams: String(product.weight),
  price: cells.formatPrice(product.price),
  unitSize: cells.formatAmount(product.size_amount, product.size_unit),
  bulky: cells.formatFlag(product.bulky),
  ...goodsCells(product),
  ...(product.parts.length > 0 ? {} : stockCells(product.stock)),
  ...cells.formatSales(product.sales),
});

const optionCells = (option: Option, product: ShopProduct, context: ExportContext): Cells => ({
  option1Name: 'Option',
  option1: cells.formatName(option.title_en),
  optionZh: cells.formatName(option.title_zh),
  sku: cells.formatSku(option.sku),
  grams: String(option.weight),
  price: cells.formatPrice(option.price),
  unitSize: cells.formatAmount(option.size_amount, option.size_unit),
  bulky: cells.formatFlag(option.bulky),
  ...goodsCells(option),
  ...stockCells(option.stock),
  ...cells.formatSales(option.sales),
  variantImage: option.image_hash === product.image_hash ? '' : picture(option.image_hash, context),
});

export function productRows(product: ShopProduct, context: ExportContext): string {
  const sold = product.type === 'variable' ? product.options.filter((option) => option.is_active) : [];
  const rows: Cells[] =
    sold.length > 0 ? sold.map((option) => optionCells(option, product, context)) : [simpleCells(product)];
  rows[0] = { ...productCells(product, context), ...rows[0] };
  const pictures = [product.image_hash, ...product.images].map((hash, index) => ({
    image: picture(hash, context),
    imageAlt: cells.formatName(product.image_alts[index]?.en),
    imageAltZh: cells.formatName(product.image_alts[index]?.zh),
  }));
  const shown = pictures.filter(({ image, imageAlt, imageAltZh }) => image || imageAlt || imageAltZh);
  for (const [index, cell] of shown.entries()) {
    rows[index] = { ...rows[index], ...cell, imagePosition: String(index + 1) };
  }
  return rows
    .map(
      (row) =>
        `${EXPORT_COLUMNS.map((column) => cells.csvCell(column === 'handle' ? product.slug : (row[column] ?? ''))).join(',')}\n`,
    )
    .join('');
}
