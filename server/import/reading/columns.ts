/** Names the columns of a product CSV: those that Shopify exports, and our own. */

/** Our key → the column's possible names, compared without case. Other columns are ignored. */
const COLUMNS = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  category: ['Product Category'],
  aislePath: ['Aisle Path'],
  type: ['Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  giftCard: ['Gift Card', 'Gift card'],
  option1Name: ['Option1 Name'],
  option1: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3: ['Option3 Value'],
  sku: ['Variant SKU', 'SKU'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position', 'Image position'],
  variantImage: ['Variant Image', 'Variant image URL'],
  imageAlt: ['Image Alt Text'],
  barcode: ['Variant Barcode', 'Barcode', 'EAN', 'UPC', 'GTIN', 'GTIN, UPC, EAN, or ISBN'],
  cost: ['Cost per item', 'Cost Price', 'Cost of goods', 'Meta: _wc_cog_cost'],
  seoTitle: ['SEO Title', 'Meta: _yoast_wpseo_title', 'Meta: rank_math_title'],
  seoDescription: ['SEO Description', 'Meta: _yoast_wpseo_metadesc', 'Meta: rank_math_description'],
  country: ['Country of Origin', 'COO', 'Country/Region of origin', 'Origin Country'],
  taxClass: ['Tax Class', 'Variant Tax Code'],
  // Our own, all optional (docs/import.md).
  titleZh: ['Chinese Title'],
  bodyZh: ['Chinese Body (HTML)'],
  optionZh: ['Chinese Option'],
  imageAltZh: ['Chinese Image Alt Text'],
  seoTitleZh: ['Chinese SEO Title'],
  seoDescriptionZh: ['Chinese SEO Description'],
  size: ['Size'],
  dietary: ['Dietary'],
  minSaleQty: ['Min Sale Qty'],
  maxSaleQty: ['Max Sale Qty'],
  minQty: ['Min Qty'],
  bulky: ['Bulky'],
  tierPrices: ['Tier Prices'],
  groupPrices: ['Group Prices'],
  salePrice: ['Sale Price'],
  saleStartsAt: ['Sale Starts At'],
  saleEndsAt: ['Sale Ends At'],
  deal: ['Deal'],
  publishedAt: ['Published At'],
  createdAt: ['Created At'],
  kind: ['Kind'],
  shortTitle: ['Short Title'],
  shortTitleZh: ['Chinese Short Title'],
  productSku: ['Product SKU'],
  sizeZh: ['Chinese Size'],
  unitSize: ['Unit Size'],
  bundleItems: ['Bundle Items'],
  collections: ['Collections'],
  further: ['Further Types'],
  featured: ['Featured'],
  ingredients: ['Ingredients'],
  ingredientsZh: ['Chinese Ingredients'],
  allergens: ['Allergens'],
  allergensZh: ['Chinese Allergens'],
  storage: ['Storage'],
  storageZh: ['Chinese Storage'],
  origin: ['Origin'],
  originZh: ['Chinese Origin'],
  nutrition: ['Nutrition'],
  nutritionZh: ['Chinese Nutrition'],
  halalCertificate: ['Halal Certificate'],
  halalCertificateZh: ['Chinese Halal Certificate'],
  definitions: ['Definitions'],
} as const satisfies Record<string, readonly string[]>;

export type Column = keyof typeof COLUMNS;

/** Columns that every product CSV has. */
const REQUIRED: readonly Column[] = ['handle', 'title', 'price'];

/** Columns of a file → their index in it. */
export type HeaderOf<Name> = ReadonlyMap<Name, number>;
export type Header = HeaderOf<Column>;

/** The column's name in messages and in our exports. */
export const nameOf = (column: Column): string => COLUMNS[column][0];

export type HeaderRead<Name> = { header: HeaderOf<Name>; ignored: string[] } | { problem: string };

/** Reads a product CSV's first record. Returns a problem if it is not a product CSV. */
export function readHeader(names: readonly string[]): HeaderRead<Column> {
  const read = readColumns<Column>(names, COLUMNS);
  if ('problem' in read) return read;
  const missing = REQUIRED.filter((column) => !read.header.has(column)).map((column) => `"${nameOf(column)}"`);
  return missing.length > 0 ? { problem: `The first line has no column ${missing.join(', ')}` } : read;
}

/** Finds columns by their possible names in a file's first record. Returns a problem if one is there twice. */
export function readColumns<Name extends string>(
  names: readonly string[],
  columns: Readonly<Record<Name, readonly string[]>>,
): HeaderRead<Name> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [place, name] of names.entries()) {
    const key = name.trim().toLowerCase();
    if (places.has(key)) twice.add(key);
    else places.set(key, place);
  }
  const header = new Map<Name, number>();
  for (const [column, spellings] of Object.entries(columns) as [Name, readonly string[]][]) {
    const keys = spellings.map((spelling) => spelling.toLowerCase());
    const repeated = keys.find((key) => twice.has(key));
    if (repeated !== undefined)
      return { problem: `The column "${names[places.get(repeated) ?? 0]?.trim()}" is there twice` };
    const place = keys.map((key) => places.get(key)).find((each) => each !== undefined);
    if (place !== undefined) header.set(column, place);
  }
  const read = new Set(header.values());
  const ignored = names.filter((name, place) => !read.has(place) && name.trim() !== '').map((name) => name.trim());
  return { header, ignored };
}
