/**
 * The columns of the product file, in the order of exports. An entry is all that a column needs: its names, how a cell
 * is read and written, the field that it fills, how the file's value merges with the shop's, and its row in
 * docs/import.md (`npm run columns`). Columns that form a value together only name, write and explain their cells here:
 * `read-draft.ts` and `merge.ts` combine them.
 */
import { DEFAULT_MAX_SALE_QTY, DEFAULT_MIN_SALE_QTY } from '@shop/core/catalog/product';
import { findCategory, findIds, idOf } from '../labels/references.ts';
import * as cells from './cells.ts';
import {
  type FileColumn,
  longText,
  ofPicture,
  ofProduct,
  ofVariant,
  optional,
  optionalOfVariant,
  ownField,
  type SoldItem,
  value,
  withDefault,
  withDefaultOfVariant,
} from './column-kinds.ts';
import { country } from './country.ts';
import { cleanDescription } from './description.ts';
import * as lists from './list-cells.ts';
import * as stored from './stored-values.ts';

const NAME_OF_PRODUCT = 'the name';

/** Writes one value of each sale of a variant. */
const writeEachSale =
  (write: (sale: SoldItem['item']['sales'][number]) => string) =>
  ({ item }: SoldItem): string =>
    lists.joinParts(item.sales.map(write));

/** Writes a value of a variant's stock; a bundle has none of its own. */
const writeFromStock =
  (write: (stock: SoldItem['item']['stock']) => string) =>
  ({ item, product }: SoldItem): string =>
    product.parts.length > 0 ? '' : write(item.stock);

const describeForSearchEngines = (what: string) => `${what} for search engines`;

export const COLUMNS = {
  handle: ofProduct({
    names: ['Handle', 'URL handle'],
    example: '`dried-longan`',
    meaning: "the product's address; letters and digits of any script, `-`, `.`, `_`, `~`",
    without: 'refused',
    write: ({ slug }) => slug,
  }),
  title: ofProduct({
    names: ['Title'],
    example: 'Dried Longan',
    meaning: 'name',
    without: 'refused',
    write: ({ name_en }) => cells.formatName(name_en),
  }),
  body: withDefault('description_en', { read: cleanDescription, write: cells.guardFormula }, stored.text, () => '', {
    names: ['Body (HTML)', 'Description'],
    example: '`<p>For soup.</p>`',
    meaning: 'description; only plain markup stays, without links, pictures, styles or scripts',
    isDetail: true,
  }),
  vendor: ownField({
    field: 'brand_id',
    names: ['Vendor'],
    example: 'Herb House',
    meaning: 'the brand, by name or slug; made where it is new',
    read: cells.name.read,
    stored: stored.optionalNumber,
    merge(name, shop, { references }) {
      if (name === undefined) return shop ?? null;
      return name === null ? null : (idOf(references.brands, name) ?? null);
    },
    write: (id, { labels }) => cells.formatName(labels.brand(id)),
  }),
  vendor_zh: value({
    names: ['Chinese Vendor', 'Chinese Brand', 'Brand (Chinese)', 'brand_zh', '品牌中文名'],
    example: '草本之家',
    meaning:
      "the brand's name in Chinese; empty: the shop's own stays. Rows of one brand with different names are refused",
    without: 'the name in `Vendor` is used',
    isOurs: true,
    read: cells.name.read,
    write: ({ brand_id }, { labels }) => cells.formatName(labels.chineseBrand(brand_id)),
  }),
  aisle_path: ofProduct({
    names: ['Aisle Path'],
    example: '`Pantry > Rice`',
    meaning:
      "the aisle's path in our words, each step by name or slug; counts before `Product Category`. The slug, as it is written, decides between aisles of one name beside each other",
    without: '`Product Category`',
    isOurs: true,
    write: ({ category_id }, { labels }) => cells.formatName(labels.category(category_id).join(' > ')),
  }),
  category: ofProduct({
    names: ['Product Category'],
    example: '`Food > Snacks > Chips`',
    meaning:
      "the aisle's path: each step is found by name or slug, below its parent or, where the shop lacks that, at any level; what is missing is made. A dry run lists it",
    without: '`Type` alone',
  }),
  type: ofProduct({
    names: ['Type'],
    example: 'Nuts & dried fruit',
    meaning:
      'the last step of the path. Without a path: the aisle at the top, else anywhere, by slug or name in either language, else a new one below "More goods". A name of several aisles is a refused row that lists their paths, whatever the order of rows',
    without: 'last step of the path, else "More goods"',
    write: ({ category_id }, { labels }) => cells.formatName(labels.category(category_id).at(-1)),
  }),
  tags: ownField({
    field: 'tag_ids',
    names: ['Tags'],
    example: '`herb, soup`',
    meaning: 'by name, separated by commas; made where they are new',
    read: lists.readList,
    stored: stored.ids('product_tags', 'tag_id'),
    merge: (names, shop, { references }) => (names === undefined ? (shop ?? []) : findIds(references.tags, names)),
    write: (ids, { labels }) => cells.formatName(labels.tags(ids).join(', ')),
  }),
  status: ofProduct({
    names: ['Status'],
    example: '`active`',
    meaning: '`active`, `draft`, or `archived`: removed, its page answers 410',
    without: '`active`',
    write: ({ status }) => (status === 'published' ? 'active' : status),
  }),
  published: ofProduct({
    names: ['Published', 'Published on online store'],
    example: '`TRUE`',
    meaning: '`FALSE` makes an active product a draft',
    without: '`TRUE`',
  }),
  gift_card: ofProduct({
    names: ['Gift Card'],
    example: '`FALSE`',
    meaning: '`TRUE` is refused: gift cards are not imported',
    without: '`FALSE`',
  }),
  option1_name: ofVariant({
    names: ['Option1 Name'],
    example: '`Size`',
    meaning: 'not read: an option has its values alone',
    write: ({ option }) => (option === null ? 'Title' : 'Option'),
  }),
  option1: ofVariant({
    names: ['Option1 Value'],
    example: '`Large`',
    meaning: 'a product whose only value is `Default Title` is simple; else each row is an option',
    without: 'simple',
    write: ({ option }) => (option === null ? 'Default Title' : cells.formatName(option.title_en)),
  }),
  option2_name: ofVariant({ names: ['Option2 Name'], example: '`Colour`', meaning: 'as `Option1 Name`' }),
  option2: ofVariant({ names: ['Option2 Value'], example: '`Red`', meaning: 'joins the first: `Large / Red`' }),
  option3_name: ofVariant({ names: ['Option3 Name'], example: '`Taste`', meaning: 'as `Option1 Name`' }),
  option3: ofVariant({ names: ['Option3 Value'], example: '`Mild`', meaning: 'joins the others' }),
  sku: ofVariant({
    names: ['Variant SKU', 'SKU'],
    example: '`HH-LON`',
    meaning: 'unique in the whole shop',
    write: ({ item }) => cells.sku.write(item.sku),
  }),
  grams: withDefaultOfVariant('weight', cells.grams, stored.number, 0, {
    names: ['Variant Grams', 'Weight value (grams)'],
    example: '`250`',
    meaning: 'weight',
    without: '0',
  }),
  tracker: ofVariant({
    names: ['Variant Inventory Tracker', 'Inventory tracker'],
    example: '`shopify`',
    meaning: 'empty: stock is not counted, it is always for sale',
    without: 'counted',
    write: writeFromStock(() => 'shop'),
  }),
  quantity: ofVariant({
    names: ['Variant Inventory Qty', 'Inventory quantity'],
    example: '`60`',
    meaning: "pieces on the shelf; empty: the shop's own count stays",
    without: '0',
    write: writeFromStock((stock) => (stock === null ? '' : String(stock.quantity))),
  }),
  policy: ofVariant({
    names: ['Variant Inventory Policy', 'Continue selling when out of stock'],
    example: '`deny`',
    meaning: '`continue` sells on without stock',
    without: '`deny`',
    write: writeFromStock((stock) => (stock?.is_continuous_selling ? 'continue' : 'deny')),
  }),
  price: ofVariant({
    names: ['Variant Price', 'Price'],
    example: '`9.90`',
    meaning: 'what it costs',
    without: 'refused',
    write: ({ item }) => cells.formatPrice(item.price),
  }),
  compare_at: ofVariant({
    names: ['Variant Compare At Price', 'Compare-at price'],
    example: '`12.90`',
    meaning: 'above the price, it is the regular price, and the price a sale without an end',
    write: () => '',
  }),
  image: ofPicture({
    names: ['Image Src', 'Product image URL'],
    example: '`https://…/1.jpg`',
    meaning: 'a picture, with `--fetch-images`; further ones on rows of their own',
    without: 'placeholder',
    write: ({ address }) => address,
  }),
  image_position: ofPicture({
    names: ['Image Position'],
    example: '`1`',
    meaning: 'its place among the pictures',
    without: 'the order of rows',
    write: ({ place }) => String(place),
  }),
  variant_image: ofVariant({
    names: ['Variant Image', 'Variant image URL'],
    example: '`https://…/l.jpg`',
    meaning: "an option's own picture",
    without: "the product's",
    write: ({ option, product }, { picture }) =>
      option === null || option.image_hash === product.image_hash ? '' : picture(option.image_hash),
  }),
  image_alt: ofPicture({
    names: ['Image Alt Text'],
    example: '`A jar of longan`',
    meaning: "the picture's alternative text, on the row of the picture",
    without: "the product's name",
    write: ({ alt }) => alt,
  }),
  image_alt_zh: ofPicture({
    names: ['Chinese Image Alt Text'],
    example: '一罐龙眼',
    meaning: 'as its English column',
    without: NAME_OF_PRODUCT,
    isOurs: true,
    write: ({ alt_zh }) => alt_zh,
  }),
  barcode: optionalOfVariant('barcode', cells.barcode, stored.text, {
    names: ['Variant Barcode', 'Barcode', 'EAN', 'UPC', 'GTIN', 'GTIN, UPC, EAN, or ISBN'],
    example: '`9556001234568`',
    meaning: `found by search, scanners and daily files. A wrong length or check digit is a warning with its line; what a spreadsheet shortened (\`9.556E+12\`) is refused`,
    isDetail: true,
  }),
  cost_price: optionalOfVariant('cost_price', cells.price, stored.number, {
    names: ['Cost per item', 'Cost Price', 'Cost of goods', 'Meta: _wc_cog_cost'],
    example: '`6.10`',
    meaning: 'what the shop pays for one; in no answer to shoppers',
  }),
  seo_title: optional('seo_title_en', cells.name, stored.text, {
    names: ['SEO Title', 'Meta: _yoast_wpseo_title', 'Meta: rank_math_title'],
    example: '`Dried longan online`',
    meaning: describeForSearchEngines('title'),
    without: NAME_OF_PRODUCT,
    isDetail: true,
  }),
  seo_title_zh: optional('seo_title_zh', cells.name, stored.text, {
    names: ['Chinese SEO Title'],
    example: '网购龙眼干',
    meaning: 'as its English column',
    without: NAME_OF_PRODUCT,
    isOurs: true,
    isDetail: true,
  }),
  seo_description: optional('seo_description_en', cells.summary, stored.text, {
    names: ['SEO Description', 'Meta: _yoast_wpseo_metadesc', 'Meta: rank_math_description'],
    example: '`Sweet dried longan.`',
    meaning: describeForSearchEngines('description'),
    without: 'the description',
    isDetail: true,
  }),
  seo_description_zh: optional('seo_description_zh', cells.summary, stored.text, {
    names: ['Chinese SEO Description'],
    example: '清甜的龙眼干。',
    meaning: 'as its English column',
    without: 'the description',
    isOurs: true,
    isDetail: true,
  }),
  country: optional('origin_country', country, stored.text, {
    names: ['Country of Origin', 'COO', 'Country/Region of origin', 'Origin Country'],
    example: '`MY`, `Malaysia`',
    meaning: 'shown in the language of the page, unless `Origin` has its own words',
    isDetail: true,
  }),
  tax_class: optional('tax_class', cells.name, stored.text, {
    names: ['Tax Class', 'Variant Tax Code'],
    example: '`P0000000`, `reduced-rate`',
    meaning: 'a label; the shop computes no tax from it',
  }),
  shelf: optional('shelf', cells.name, stored.text, {
    names: ['Shelf', 'Bin Location'],
    example: '`A3-2`',
    meaning: 'aisle and shelf, by which pick lists are sorted',
    isOurs: true,
  }),
  kind: ofProduct({
    names: ['Kind'],
    example: '`bundle`',
    meaning: '`simple`, `variable`, `bundle`, `voucher`',
    without: 'judged by options and `Bundle Items`',
    isOurs: true,
    write: ({ parts, type }) => (parts.length > 0 ? 'bundle' : type),
  }),
  published_at: withDefault('published_at', cells.moment, stored.moment, ({ now }) => now, {
    names: ['Published At'],
    example: '`2027-02-01 00:00`',
    meaning: 'in the future: neither listed nor for sale until then, then listed by itself within a second',
    without: 'now',
    isOurs: true,
  }),
  created_at: withDefault('created_at', cells.moment, stored.moment, ({ now }) => now, {
    names: ['Created At'],
    example: '`2026-03-01`',
    meaning: 'what "new arrivals" sorts by',
    without: 'now',
    isOurs: true,
  }),
  title_zh: optional('name_zh', cells.name, stored.text, {
    names: ['Chinese Title'],
    example: '龙眼干',
    meaning: 'name in Chinese',
    without: 'the English text is used',
    isOurs: true,
  }),
  body_zh: optional(
    'description_zh',
    { read: (html) => cleanDescription(html) || null, write: cells.guardFormula },
    stored.text,
    {
      names: ['Chinese Body (HTML)'],
      example: '`<p>煲汤用。</p>`',
      meaning: 'description in Chinese',
      without: 'the English text is used',
      isOurs: true,
      isDetail: true,
    },
  ),
  option_zh: ofVariant({
    names: ['Chinese Option'],
    example: '大包',
    meaning: "an option's title in Chinese",
    without: 'the English text is used',
    isOurs: true,
    write: ({ option }) => cells.formatName(option?.title_zh),
  }),
  short_title: value({
    names: ['Short Title'],
    example: 'Longan',
    meaning: 'what `title` says where it is not the name',
    without: 'the title',
    isOurs: true,
    read: cells.name.read,
    write: ({ title_en, name_en }) => (title_en === name_en ? '' : cells.formatName(title_en)),
  }),
  short_title_zh: value({
    names: ['Chinese Short Title'],
    example: '龙眼',
    meaning: 'as its English column',
    without: 'the title',
    isOurs: true,
    read: cells.name.read,
    write: ({ title_zh }) => cells.formatName(title_zh),
  }),
  product_sku: value({
    names: ['Product SKU'],
    example: '`HH-ALL`',
    meaning: 'the SKU of a product with options',
    isOurs: true,
    read: cells.sku.read,
    write: ({ type, sku }) => (type === 'variable' ? cells.sku.write(sku) : ''),
  }),
  size: ofProduct({
    names: ['Size'],
    example: '`250 g`, `1.5 L`, `6 pcs`, `4 packs`, `30 eggs`',
    meaning: 'shown beside the name, and the base of the unit price',
    isOurs: true,
    write: ({ variant_en }) => cells.formatName(variant_en),
  }),
  size_zh: ofProduct({
    names: ['Chinese Size'],
    example: '`250克`',
    meaning: 'as `Size`, where `Unit Size` is there',
    without: 'as `Size`',
    isOurs: true,
    write: ({ variant_zh }) => cells.formatName(variant_zh),
  }),
  unit_size: ofVariant({
    names: ['Unit Size'],
    example: '`250 g`',
    meaning: 'the base of the unit price; `Size` is then any words',
    without: 'as `Size`',
    isOurs: true,
    write: ({ item }) => cells.formatAmount(item.size_amount, item.size_unit),
  }),
  dietary: ownField({
    field: 'dietary_ids',
    names: ['Dietary'],
    example: '`vegan, halal`',
    meaning: 'dietary needs of the shop, by slug or name; others are refused',
    isOurs: true,
    read: lists.readList,
    stored: stored.ids('product_dietaries', 'dietary_id'),
    merge: (names, shop, { references }) => (names === undefined ? (shop ?? []) : findIds(references.dietaries, names)),
    write: (ids, { labels }) => cells.formatName(labels.dietaries(ids).join(', ')),
  }),
  min_sale_qty: withDefault('min_sale_qty', cells.count(1, 1), stored.number, () => DEFAULT_MIN_SALE_QTY, {
    names: ['Min Sale Qty'],
    example: '`2`',
    meaning: 'minimum quantity in one cart',
    without: '1',
    isOurs: true,
  }),
  max_sale_qty: withDefault('max_sale_qty', cells.count(0), stored.number, () => DEFAULT_MAX_SALE_QTY, {
    names: ['Max Sale Qty'],
    example: '`12`',
    meaning: 'maximum quantity in one cart',
    without: 'no limit',
    isOurs: true,
  }),
  min_qty: ofVariant({
    names: ['Min Qty'],
    example: '`5`',
    meaning: 'units that are reserved and not sold',
    without: '0',
    isOurs: true,
    write: writeFromStock((stock) => cells.count(0).write(stock?.min_qty ?? 0)),
  }),
  bulky: withDefaultOfVariant('bulky', cells.flag, stored.flag, false, {
    names: ['Bulky'],
    example: '`TRUE`',
    meaning: 'counts towards the bulky goods of an order',
    without: '`FALSE`',
    isOurs: true,
    ofOptions(sold, before, shop) {
      const isAsBefore = before.length > 0 && before.every((bulky, index) => bulky === sold[index]);
      return isAsBefore && shop !== undefined ? shop : sold.includes(true);
    },
  }),
  tier_prices: withDefault(
    'tier_prices',
    lists.tiers,
    stored.records('tier_prices', { qty: 'integer', tier_price: 'integer' }),
    () => [],
    {
      names: ['Tier Prices'],
      example: '`3:4.50; 6:4.20`',
      meaning:
        'a price per unit from a quantity on. For a product with options they apply to the options that cost as much as the cheapest',
      isOurs: true,
    },
  ),
  group_prices: ownField({
    field: 'group_prices',
    names: ['Group Prices'],
    example: '`gold:8.90`',
    meaning: 'what a group of customers pays; the group is made where it is new',
    isOurs: true,
    read: lists.groupPrices.read,
    stored: stored.records('group_prices', { group_id: 'bigint', group_price: 'integer' }),
    merge: (prices, shop, { references }) =>
      prices
        ?.flatMap(({ group, group_price }) => {
          const group_id = references.groups.get(group);
          return group_id === undefined ? [] : [{ group_id, group_price }];
        })
        .sort((a, b) => a.group_id - b.group_id) ??
      shop ??
      [],
    write: (prices, { labels }) => lists.groupPrices.write(labels.groupPrices(prices)),
  }),
  sale_price: ofVariant({
    names: ['Sale Price'],
    example: '`7.90; 6.50`',
    meaning:
      "sales of the variant; several are lists of equal length. With this column the file's sales are all there are",
    isOurs: true,
    write: writeEachSale(({ sale_price }) => cells.formatPrice(sale_price)),
  }),
  sale_starts_at: ofVariant({
    names: ['Sale Starts At'],
    example: '`2026-12-01 08:00;`',
    meaning: 'when each begins; empty: now',
    without: 'now',
    isOurs: true,
    write: writeEachSale(({ starts_at }) => starts_at),
  }),
  sale_ends_at: ofVariant({
    names: ['Sale Ends At'],
    example: '`2026-12-02 08:00;`',
    meaning: 'when each ends; empty: never',
    without: 'never',
    isOurs: true,
    write: writeEachSale(({ ends_at }) => ends_at ?? ''),
  }),
  deal: ofVariant({
    names: ['Deal'],
    example: '`TRUE; FALSE`',
    meaning: 'whether it is one of the shocking deals',
    without: '`FALSE`',
    isOurs: true,
    write: writeEachSale(({ is_deal }) => cells.flag.write(is_deal)),
  }),
  bundle_items: value({
    names: ['Bundle Items'],
    example: '`mango-fizz:2; white-coffee/OL-10C`',
    meaning:
      'the parts of a bundle with quantities; an option is named by SKU or title. Parts may come later in the file or exist in the shop. A bundle has no stock of its own; without this column a bundle is not changed',
    isOurs: true,
    read: lists.bundle.read,
    write: ({ parts }, { bundleItem }) =>
      lists.bundle.write(
        parts.map(({ product_id, option_id, quantity }) => ({ ...bundleItem(product_id, option_id), quantity })),
      ),
  }),
  collections: value({
    names: ['Collections'],
    example: '`hampers:3; cny-picks@2027-01-01/2027-02-06`',
    meaning:
      'hand-picked collections by key or name, with its position, and from when until when; made where they are new',
    isOurs: true,
    read: lists.places.read,
    write: ({ places }, { labels }) =>
      lists.places.write(
        places.map(({ collection_key, ...place }) => ({ ...place, collection: labels.collection(collection_key) })),
      ),
  }),
  further: ownField({
    field: 'category_ids',
    names: ['Further Types'],
    example: '`snacks; Pantry > Rice`',
    meaning: 'further categories, by path or as `Type`',
    isOurs: true,
    read: lists.readPaths,
    stored: stored.ids('product_categories', 'category_id'),
    merge: (paths, shop, { references }) =>
      paths?.flatMap((path) => findCategory(references, path)?.id ?? []).sort((a, b) => a - b) ?? shop ?? [],
    write: (ids, { labels }) => lists.formatPaths(labels.categories(ids)),
  }),
  featured: optional('featured', cells.count(null), stored.number, {
    names: ['Featured'],
    example: '`3`',
    meaning: 'its place among the featured',
    isOurs: true,
  }),
  ingredients: longText('ingredients', 'texts_en', cells.prose, {
    names: ['Ingredients'],
    example: '`Longan.`',
    meaning: 'a longer text of the page',
    isOurs: true,
  }),
  ingredients_zh: longText('ingredients', 'texts_zh', cells.prose, {
    names: ['Chinese Ingredients'],
    example: '`龙眼。`',
    meaning: 'in Chinese',
    isOurs: true,
  }),
  allergens: longText('allergens', 'texts_en', lists.lines, {
    names: ['Allergens'],
    example: '`Wheat; Milk`',
    meaning: 'one by one',
    isOurs: true,
  }),
  allergens_zh: longText('allergens', 'texts_zh', lists.lines, {
    names: ['Chinese Allergens'],
    example: '`小麦; 牛奶`',
    meaning: 'in Chinese',
    isOurs: true,
  }),
  storage: longText('storage', 'texts_en', cells.prose, {
    names: ['Storage'],
    example: '`Keep dry.`',
    meaning: 'a longer text of the page',
    isOurs: true,
  }),
  storage_zh: longText('storage', 'texts_zh', cells.prose, {
    names: ['Chinese Storage'],
    example: '`存放于干燥处。`',
    meaning: 'in Chinese',
    isOurs: true,
  }),
  origin: longText('origin', 'texts_en', cells.line, {
    names: ['Origin'],
    example: '`Grown in Chiang Mai`',
    meaning: 'in the words of the page',
    without: '`Country of Origin`',
    isOurs: true,
  }),
  origin_zh: longText('origin', 'texts_zh', cells.line, {
    names: ['Chinese Origin'],
    example: '`产于清迈`',
    meaning: 'in Chinese',
    without: '`Country of Origin`',
    isOurs: true,
  }),
  nutrition: longText('nutrition', 'texts_en', lists.nutrients, {
    names: ['Nutrition'],
    example: '`Energy: 512 kcal; Fat: 26 g`',
    meaning: 'one by one',
    isOurs: true,
  }),
  nutrition_zh: longText('nutrition', 'texts_zh', lists.nutrients, {
    names: ['Chinese Nutrition'],
    example: '`能量: 512 kcal; 脂肪: 26 g`',
    meaning: 'in Chinese',
    isOurs: true,
  }),
  halal_certificate: longText('halal_certificate', 'texts_en', cells.line, {
    names: ['Halal Certificate'],
    example: '`MS 1500:2019`',
    meaning: 'the number of the certificate',
    isOurs: true,
  }),
  halal_certificate_zh: longText('halal_certificate', 'texts_zh', cells.line, {
    names: ['Chinese Halal Certificate'],
    example: '`MS 1500:2019`',
    meaning: 'in Chinese',
    isOurs: true,
  }),
  definitions: ofProduct({
    names: ['Definitions'],
    example: 'JSON',
    meaning:
      'written by the export: what brands, categories, tags, dietary needs, groups and collections are, for a shop that lacks them',
    isOurs: true,
    write: (_, { labels }) => labels.definitions(),
  }),
} as const satisfies Readonly<Record<string, FileColumn>>;

export type ColumnKey = keyof typeof COLUMNS;

/** All columns with their keys, in the order of exports. */
export const COLUMN_LIST = Object.entries(COLUMNS) as readonly (readonly [ColumnKey, FileColumn])[];

/** Returns the column's name in messages and in exports. */
export const nameOf = (column: ColumnKey): string => COLUMNS[column].names[0];
