/**
 * Reads single values from cells and writes them so that the import reads them back unchanged. Each reader throws
 * `InvalidCell` with the problem. Money never becomes a float. Pure.
 */
import type { SizeUnit } from '@shop/core/catalog/unit-price';
import { textToSen } from '@shop/core/money';
import type { DraftSize } from './product-values.ts';

/** A problem with a cell. The reader of rows puts the column's name before the message. */
export class InvalidCell extends Error {
  column: string | undefined;
}

/** The reader and writer of cells of one kind of value. */
export type CellCodec<Value> = {
  /** Throws `InvalidCell`. */
  read(text: string): Value;
  write(value: Value): string;
};

/** Quotes a cell by RFC 4180. */
export const csvCell = (text: string): string => (/[",\n\r;\t]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/**
 * Puts an apostrophe in front of texts that a spreadsheet would run as a formula (the import removes it), and
 * normalizes line ends.
 */
export function guardFormula(text: string | null | undefined): string {
  const even = (text ?? '').replace(/\r\n?/g, '\n');
  return /^'*[=+\-@\t]/.test(even) ? `'${even}` : even;
}

/** Removes the apostrophe that `guardFormula` adds. */
export const removeGuard = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** Highest accepted price: RM99,999.99. */
const MAX_SEN = 9_999_999;
const MAX_LINE_LENGTH = 300;
const MAX_PROSE_LENGTH = 5_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Reads a text of one line: turns line breaks and runs of spaces into one space. */
export function readLine(text: string): string {
  if (CONTROL_CHARACTER.test(text)) throw new InvalidCell('has control characters');
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length > MAX_LINE_LENGTH) throw new InvalidCell(`is longer than ${MAX_LINE_LENGTH} characters`);
  return line;
}

const SLUG_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._~-]{0,199}$/u;

/** HTML entities that other tools write into plain texts. */
const HTML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY_PATTERN = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

function decodeEntities(text: string): string {
  const sign = (entity: string, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code === null) return HTML_ENTITIES[name.toLowerCase()] ?? entity;
    return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity;
  };
  return text.replace(ENTITY_PATTERN, sign);
}

/** Reads a name, decoding HTML entities: `Salt &amp; Pepper`. */
export const readName = (text: string): string => readLine(decodeEntities(text));

/** Escapes text that the import would read as an HTML entity. */
export const escapeEntities = (name: string): string =>
  name.replace(/&(?=(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);)/gi, '&amp;');

export const formatName = (name: string | null | undefined): string => guardFormula(escapeEntities(name ?? ''));

/** A name, or null. */
export const name: CellCodec<string | null> = { read: (text) => readName(text) || null, write: formatName };

/** Reads a category's path: `Pantry > Rice`. */
export const readPath = (text: string): string[] => decodeEntities(text).split('>').map(readLine).filter(Boolean);

export function readProse(text: string): string {
  if (CONTROL_CHARACTER.test(text)) throw new InvalidCell('has control characters');
  if (text.length > MAX_PROSE_LENGTH) throw new InvalidCell(`is longer than ${MAX_PROSE_LENGTH} characters`);
  return text.trim();
}

export const line: CellCodec<string> = { read: readLine, write: guardFormula };
export const prose: CellCodec<string> = { read: readProse, write: guardFormula };

/** A description for search engines, which is one line. */
export const summary: CellCodec<string | null> = {
  read: (text) => readProse(text).replace(/\s+/g, ' ') || null,
  write: guardFormula,
};

/** Reads a handle, the product's name in URLs: letters and digits of any script, `-`, `.`, `_`, `~`. */
export function readHandle(text: string): string {
  const handle = text.trim().normalize('NFC');
  if (!SLUG_PATTERN.test(handle)) throw new InvalidCell('must be letters, digits and dashes, at most 200 characters');
  return handle;
}

/** Pattern of a number with commas between thousands. */
const GROUPED_NUMBER = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;

/** Reads a price such as `12.90`, `12`, `RM 12.90` or `1,200.00`. */
export function readPrice(text: string): number {
  const amount = text.trim().replace(/^RM\s*/i, '');
  const sen = textToSen(GROUPED_NUMBER.test(amount) ? amount.replaceAll(',', '') : amount);
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

/** Writes sen as ringgit, without floats. */
export const formatPrice = (sen: number): string => `${Math.floor(sen / 100)}.${String(sen % 100).padStart(2, '0')}`;

/** Extends a codec: an empty cell stands for the value `empty`. */
const orEmpty = <Value>(empty: Value, codec: CellCodec<Value>): CellCodec<Value> => ({
  read: (text) => (text.trim() === '' ? empty : codec.read(text)),
  write: (value) => (value === empty ? '' : codec.write(value)),
});

export const price = orEmpty<number | null>(null, { read: readPrice, write: (sen) => formatPrice(sen ?? 0) });

/** Reads a whole number of at least `min`. */
export function parseWholeNumber(text: string, min: number, max = 1_000_000): number {
  const trimmed = text.trim();
  if (!/^-?\d{1,9}$/.test(trimmed)) throw new InvalidCell(`"${trimmed}" is not a whole number`);
  const count = Number(trimmed);
  if (count < min || count > max) throw new InvalidCell(`must be from ${min} to ${max}`);
  return count;
}

/** Makes the codec of a whole number of at least `min`; an empty cell stands for `empty`. */
export const count = <Empty extends number | null>(empty: Empty, min = 0): CellCodec<number | Empty> =>
  orEmpty<number | Empty>(empty, { read: (text) => parseWholeNumber(text, min), write: String });

/** Maximum stock count, in pieces. */
const MAX_STOCK = 100_000_000;

/**
 * Reads a stock count such as `12`, `1,200` or `12.0`. Accepts counts below zero, by which other tools export oversold
 * stock.
 */
export function parseStockCount(text: string): number {
  const trimmed = text.trim();
  const plainNumber = GROUPED_NUMBER.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  return parseWholeNumber(plainNumber.replace(/\.0+$/, ''), -MAX_STOCK, MAX_STOCK);
}

/** Reads a SKU; removes the apostrophe by which exports protect numbers from spreadsheets. */
export const readSku = (text: string): string | null => readLine(text.replace(/^'/, '')) || null;

/** A SKU, or null. A SKU that begins with an apostrophe gets a second one, because the import removes one. */
export const sku: CellCodec<string | null> = {
  read: readSku,
  write: (code) => (code?.startsWith("'") ? `'${code}` : guardFormula(code)),
};

/** Longest barcode: a GTIN-14. */
const MAX_BARCODE_LENGTH = 14;

/** Reads a barcode's digits, without spaces and the apostrophe that protects them from spreadsheets. */
export function readBarcode(text: string): string | null {
  const digits = text.replace(/^'/, '').replace(/[\s-]/g, '');
  if (digits === '') return null;
  if (/^\d(\.\d+)?e\+?\d+$/i.test(digits))
    throw new InvalidCell(`"${digits}" was shortened by a spreadsheet; format the column as text and fill it in again`);
  if (!/^\d+$/.test(digits) || digits.length > MAX_BARCODE_LENGTH)
    throw new InvalidCell(`"${text.trim().slice(0, 40)}" is not a barcode: 8 to ${MAX_BARCODE_LENGTH} digits`);
  return digits;
}

/** A barcode, or null; written so that a spreadsheet keeps leading zeros and all its digits. */
export const barcode: CellCodec<string | null> = {
  read: readBarcode,
  write: (digits) => (digits === null ? '' : `'${digits}`),
};

/** Reads grams; exports write `120` and `120.0`. */
export function readGrams(text: string): number {
  const match = /^(\d{1,7})(\.\d{1,6})?$/.exec(text.trim());
  if (match === null) throw new InvalidCell(`"${text.trim()}" is not a weight in grams`);
  return Number(match[1]) + (Number(match[2] ?? 0) >= 0.5 ? 1 : 0);
}

export const grams: CellCodec<number> = {
  read: (text) => (text.trim() === '' ? 0 : readGrams(text)),
  write: String,
};

/** Reads `TRUE`, `yes`, `1` and their opposites, in any case. */
export function readFlag(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  if (['false', 'no', '0', ''].includes(word)) return false;
  throw new InvalidCell(`"${text.trim()}" is neither TRUE nor FALSE`);
}

export const flag: CellCodec<boolean> = { read: readFlag, write: (is) => (is ? 'TRUE' : 'FALSE') };

const SIZE_UNIT_FACTORS: Readonly<Record<string, readonly [unit: DraftSize['unit'], factor: bigint]>> = {
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
export function readSize(text: string): DraftSize | null {
  const size = readLine(text);
  if (size === '') return null;
  const match = /^(\d{1,6})(?:\.(\d{1,3}))? ?([a-z]{1,7})$/i.exec(size);
  const unit = SIZE_UNIT_FACTORS[match?.[3]?.toLowerCase() ?? ''];
  if (match === null || unit === undefined)
    throw new InvalidCell(`"${size}" is not a size such as 120 g, 1.5 L or 6 pcs`);
  const thousandths = BigInt(match[1] ?? 0) * 1000n + BigInt((match[2] ?? '').padEnd(3, '0'));
  const amount = thousandths * unit[1];
  if (amount % 1000n !== 0n || amount === 0n) throw new InvalidCell(`"${size}" is not a whole number of ${unit[0]}`);
  return { text: size, amount: Number(amount / 1000n), unit: unit[0] };
}

/** The word of each unit in exports. */
const UNIT_WORDS: Readonly<Record<SizeUnit, string>> = {
  g: 'g',
  ml: 'ml',
  pc: 'pcs',
  pack: 'packs',
  sachet: 'sachets',
  bag: 'bags',
  egg: 'eggs',
  roll: 'rolls',
};

/** Writes `250 g`; empty without an amount. */
export const formatAmount = (amount: number | null, unit: SizeUnit | null): string =>
  amount === null || unit === null ? '' : `${amount} ${UNIT_WORDS[unit]}`;

/** Reads a time: ISO 8601 with a zone, or Malaysian time such as `2026-12-01 08:00`. Returns UTC; null if empty. */
export function readMoment(text: string): string | null {
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

export const moment: CellCodec<string | null> = { read: readMoment, write: (at) => at ?? '' };

/** Reads a picture's URL. */
export function readAddress(text: string): string | null {
  const address = text.trim();
  if (address === '') return null;
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || address.length > 2000) {
    throw new InvalidCell('is not an address that begins with https://');
  }
  return url.href;
}
