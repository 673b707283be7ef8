/** The columns of a product CSV as Shopify exports it and every shop tool can write, and our own beside them. */

/** Every column that is read: our key → the names it may have, compared without case. Others are left alone. */
const COLUMNS = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  category: ['Product Category'],
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
  // Our own, all optional (docs/import.md).
  titleZh: ['Chinese Title'],
  bodyZh: ['Chinese Body (HTML)'],
  optionZh: ['Chinese Option'],
  size: ['Size'],
  dietary: ['Dietary'],
  minSaleQty: ['Min Sale Qty'],
  maxSaleQty: ['Max Sale Qty'],
  minQty: ['Min Qty'],
  bulky: ['Bulky'],
  tierPrices: ['Tier Prices'],
} as const satisfies Record<string, readonly string[]>;

export type Column = keyof typeof COLUMNS;

/** What a file without these cannot be. */
const REQUIRED: readonly Column[] = ['handle', 'title', 'price'];

/** Where each known column stands; a column that the file lacks is missing here. */
export type Header = ReadonlyMap<Column, number>;

/** The name a column goes by in messages. */
export const nameOf = (column: Column): string => COLUMNS[column][0];

/** Reads the first record of a file. Says what is wrong where it is no product CSV. */
export function readHeader(names: readonly string[]): Header | { problem: string } {
  const places = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    const key = name.trim().toLowerCase();
    if (key !== '' && places.has(key)) return { problem: `The column "${name.trim()}" stands there twice` };
    places.set(key, place);
  }
  const header = new Map<Column, number>();
  for (const [column, spellings] of Object.entries(COLUMNS) as [Column, readonly string[]][]) {
    const place = spellings.map((spelling) => places.get(spelling.toLowerCase())).find((each) => each !== undefined);
    if (place !== undefined) header.set(column, place);
  }
  const missing = REQUIRED.filter((column) => !header.has(column)).map((column) => `"${nameOf(column)}"`);
  if (missing.length > 0) return { problem: `The first line has no column ${missing.join(', ')}` };
  return header;
}
