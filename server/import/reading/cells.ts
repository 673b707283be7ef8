/** Parses single cells of a file; each reader throws `InvalidCell` with the problem. Money never becomes a float. */
import { textToSen } from '@shop/core/money';
import type { DraftPart, DraftPlace, DraftSize } from './draft.ts';
import { partsOf, plain, splitAt } from './lists.ts';

/** A problem with a cell; the column's name is put before the message. */
export class InvalidCell extends Error {
  column: string | undefined;
}

/** Highest accepted price: RM99,999.99. */
const MAX_SEN = 9_999_999;
const MAX_LINE = 300;
const MAX_PROSE = 5_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Reads a text of one line: turns line breaks and runs of spaces into one space. */
export function lineCell(text: string): string {
  if (CONTROL.test(text)) throw new InvalidCell('has control characters');
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length > MAX_LINE) throw new InvalidCell(`is longer than ${MAX_LINE} characters`);
  return line;
}

const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}._~-]{0,199}$/u;

/** HTML entities that other tools write into plain texts. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

function decodeEntities(text: string): string {
  const sign = (entity: string, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code === null) return ENTITIES[name.toLowerCase()] ?? entity;
    return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity;
  };
  return text.replace(ENTITY, sign);
}

/** Reads a name, decoding HTML entities: `Salt &amp; Pepper`. */
export const nameCell = (text: string): string => lineCell(decodeEntities(text));

/** Reads a category's path: `Pantry > Rice`. */
export const pathCell = (text: string): string[] => decodeEntities(text).split('>').map(lineCell).filter(Boolean);

export function proseCell(text: string): string {
  if (CONTROL.test(text)) throw new InvalidCell('has control characters');
  if (text.length > MAX_PROSE) throw new InvalidCell(`is longer than ${MAX_PROSE} characters`);
  return text.trim();
}

/** Reads a handle, the product's name in URLs: letters and digits of any script, `-`, `.`, `_`, `~`. */
export function handleCell(text: string): string {
  const handle = text.trim().normalize('NFC');
  if (!SLUG.test(handle)) throw new InvalidCell('must be letters, digits and dashes, at most 200 characters');
  return handle;
}

/** Commas between thousands. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;

/** Reads a price such as `12.90`, `12`, `RM 12.90` or `1,200.00`. */
export function priceCell(text: string): number {
  const amount = text.trim().replace(/^RM\s*/i, '');
  const sen = textToSen(GROUPED.test(amount) ? amount.replaceAll(',', '') : amount);
  if (sen === null && /\d/.test(text) && /^[\d.,'’\s\p{L}\p{Sc}]+$/u.test(text)) {
    throw new InvalidCell(
      `"${text.trim()}" must be ringgit such as 1200.50 or RM 1,200.50: a point before two decimals at most`,
    );
  }
  if (sen === null) throw new InvalidCell(`"${text.trim()}" is not a price such as 12.90`);
  if (sen < 0) throw new InvalidCell('is below zero');
  if (sen > MAX_SEN) throw new InvalidCell('is above 99999.99');
  return sen;
}

/** Reads a whole number of at least `min`. */
export function parseWholeNumber(text: string, min: number, max = 1_000_000): number {
  const trimmed = text.trim();
  if (!/^-?\d{1,9}$/.test(trimmed)) throw new InvalidCell(`"${trimmed}" is not a whole number`);
  const count = Number(trimmed);
  if (count < min || count > max) throw new InvalidCell(`must be from ${min} to ${max}`);
  return count;
}

/** Pieces that one count may have. */
const MAX_STOCK = 100_000_000;

/** Reads a stock count such as `12`, `1,200` or `12.0`. Oversold stock of another tool stays below zero. */
export function parseStockCount(text: string): number {
  const trimmed = text.trim();
  const plainNumber = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  return parseWholeNumber(plainNumber.replace(/\.0+$/, ''), -MAX_STOCK, MAX_STOCK);
}

/** Reads a SKU; removes the apostrophe by which exports protect numbers from spreadsheets. */
export const skuCell = (text: string): string | null => lineCell(text.replace(/^'/, '')) || null;

/** Longest barcode: a GTIN-14. */
const MAX_BARCODE = 14;

/** Reads a barcode's digits, without spaces and the apostrophe that protects them from spreadsheets. */
export function barcodeCell(text: string): string | null {
  const digits = text.replace(/^'/, '').replace(/[\s-]/g, '');
  if (digits === '') return null;
  if (/^\d(\.\d+)?e\+?\d+$/i.test(digits))
    throw new InvalidCell(`"${digits}" was shortened by a spreadsheet; format the column as text and fill it in again`);
  if (!/^\d+$/.test(digits) || digits.length > MAX_BARCODE)
    throw new InvalidCell(`"${text.trim().slice(0, 40)}" is not a barcode: 8 to ${MAX_BARCODE} digits`);
  return digits;
}

/** Reads grams; exports write `120` and `120.0`. */
export function gramsCell(text: string): number {
  const match = /^(\d{1,7})(\.\d{1,6})?$/.exec(text.trim());
  if (match === null) throw new InvalidCell(`"${text.trim()}" is not a weight in grams`);
  return Number(match[1]) + (Number(match[2] ?? 0) >= 0.5 ? 1 : 0);
}

/** Reads `TRUE`, `yes`, `1` and their opposites, in any case. */
export function flagCell(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  if (['false', 'no', '0', ''].includes(word)) return false;
  throw new InvalidCell(`"${text.trim()}" is neither TRUE nor FALSE`);
}

/** Reads words between commas, without duplicates. */
export const listCell = (text: string): string[] => [...new Set(text.split(',').map(nameCell).filter(Boolean))];

const UNITS: Readonly<Record<string, readonly [unit: DraftSize['unit'], factor: bigint]>> = {
  g: ['g', 1n],
  kg: ['g', 1000n],
  ml: ['ml', 1n],
  l: ['ml', 1000n],
  pc: ['pc', 1n],
  pcs: ['pc', 1n],
  s: ['pc', 1n],
  pack: ['pack', 1n],
  packs: ['pack', 1n],
  sachet: ['sachet', 1n],
  sachets: ['sachet', 1n],
  bag: ['bag', 1n],
  bags: ['bag', 1n],
  egg: ['egg', 1n],
  eggs: ['egg', 1n],
  roll: ['roll', 1n],
  rolls: ['roll', 1n],
};

/** Reads a size such as `120 g`, `1.5 L`, `5kg`, `6 pcs`, `12s`, `30 eggs`. */
export function sizeCell(text: string): DraftSize | null {
  const size = lineCell(text);
  if (size === '') return null;
  const match = /^(\d{1,6})(?:\.(\d{1,3}))? ?([a-z]{1,7})$/i.exec(size);
  const unit = UNITS[match?.[3]?.toLowerCase() ?? ''];
  if (match === null || unit === undefined)
    throw new InvalidCell(`"${size}" is not a size such as 120 g, 1.5 L or 6 pcs`);
  const thousandths = BigInt(match[1] ?? 0) * 1000n + BigInt((match[2] ?? '').padEnd(3, '0'));
  const amount = thousandths * unit[1];
  if (amount % 1000n !== 0n || amount === 0n) throw new InvalidCell(`"${size}" is not a whole number of ${unit[0]}`);
  return { text: size, amount: Number(amount / 1000n), unit: unit[0] };
}

/** Reads tier prices such as `3:4.50; 6:4.20`. */
export function tierCell(text: string): { qty: number; tier_price: number }[] {
  const tiers = partsOf(text).map((part) => {
    const [qty = '', price = '', ...rest] = part.split(':');
    if (rest.length > 0 || price === '') throw new InvalidCell(`"${part}" is not a tier such as 3:4.50`);
    return { qty: parseWholeNumber(qty, 1), tier_price: priceCell(price) };
  });
  if (new Set(tiers.map((tier) => tier.qty)).size < tiers.length) throw new InvalidCell('names a quantity twice');
  return tiers.sort((a, b) => a.qty - b.qty);
}

/** Reads prices of customer groups such as `gold:8.90; silver:9.20`. */
export function groupPricesCell(text: string): { group: string; group_price: number }[] {
  const prices = partsOf(text).map((part) => {
    const [group = '', price = '', ...rest] = splitAt(part, ':');
    if (rest.length > 0 || price === '' || !/^[\w-]{1,50}$/.test(plain(group))) {
      throw new InvalidCell(`"${part}" is not a group's price such as gold:8.90`);
    }
    return { group: plain(group), group_price: priceCell(price) };
  });
  if (new Set(prices.map((each) => each.group)).size < prices.length) throw new InvalidCell('names a group twice');
  return prices.sort((a, b) => (a.group < b.group ? -1 : 1));
}

const MAX_PARTS = 100;

/**
 * Reads a bundle's parts such as `mango-fizz:2; coffee/OL-WC-10C`: a handle, an option's SKU or title if the product
 * has options, and a quantity.
 */
export function bundleCell(text: string): DraftPart[] {
  const parts = partsOf(text).map((part) => {
    const [named = '', quantity = '1', ...rest] = splitAt(part, ':');
    const [handle = '', option, ...more] = splitAt(named, '/');
    if (rest.length + more.length > 0 || option?.trim() === '') {
      throw new InvalidCell(`"${part}" is not a part such as mango-fizz:2 or coffee/SKU-1:2`);
    }
    return {
      handle: handleCell(plain(handle)),
      option: option === undefined ? null : lineCell(plain(option)),
      quantity: parseWholeNumber(quantity, 1, 1000),
    };
  });
  if (parts.length > MAX_PARTS) throw new InvalidCell(`has more than ${MAX_PARTS} parts`);
  return parts;
}

/** Reads a time: ISO 8601 with a zone, or Malaysian time such as `2026-12-01 08:00`. Returns UTC; null if empty. */
export function momentCell(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(
    trimmed,
  );
  const zone = (match?.[3] ?? '+08:00').replace(/utc/i, 'Z').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = new Date(match === null ? Number.NaN : `${match[1]}T${match[2] ?? '00:00'}${zone}`);
  // Date turns 31 February into 3 March.
  const isReal = match !== null && new Date(`${match[1]}T00:00Z`).toISOString().startsWith(match[1] ?? '-');
  if (!isReal || Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9000) {
    throw new InvalidCell(`"${trimmed.slice(0, 40)}" is not a time such as 2026-12-01 08:00`);
  }
  return at.toISOString();
}

/**
 * Reads places in collections such as `hampers:3; cny-picks@2026-12-01/2027-01-31`: key or name, position, start and
 * end.
 */
export function placesCell(text: string): DraftPlace[] {
  const places = partsOf(text).map((part) => {
    const [place = '', span = ''] = splitAt(part, '@');
    const [name = '', position, ...rest] = splitAt(place, ':');
    const [from = '', until = '', ...more] = span.split('/');
    const collection = nameCell(plain(name));
    if (rest.length + more.length > 0 || collection === '')
      throw new InvalidCell(`"${part}" is not a place such as hampers:3`);
    const [starts_at, ends_at] = [momentCell(plain(from)), momentCell(plain(until))];
    if (starts_at !== null && ends_at !== null && starts_at >= ends_at)
      throw new InvalidCell(`"${part}" ends before it begins`);
    return { collection, position: position === undefined ? null : parseWholeNumber(position, 0), starts_at, ends_at };
  });
  if (new Set(places.map((each) => each.collection)).size < places.length)
    throw new InvalidCell('names a collection twice');
  return places;
}

/** Reads a picture's URL. */
export function addressCell(text: string): string | null {
  const address = text.trim();
  if (address === '') return null;
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || address.length > 2000) {
    throw new InvalidCell('is not an address that begins with https://');
  }
  return url.href;
}
