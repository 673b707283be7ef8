/** Single cells of a file: each reader gives the value, or says what is wrong with the text. No floats near money. */
import { textToSen } from '@shop/core/money';
import type { DraftSize } from './draft.ts';

/** What is wrong with a cell, to be shown behind the column's name. */
export class BadCell extends Error {}

/** The highest price that is believed: RM99,999.99. */
const MOST_SEN = 9_999_999;
/** The longest text of one line. */
const MOST_LINE = 300;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A text of one line; line breaks and runs of spaces become one space. */
export function lineCell(text: string): string {
  if (CONTROL.test(text)) throw new BadCell('has control characters');
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length > MOST_LINE) throw new BadCell(`is longer than ${MOST_LINE} characters`);
  return line;
}

const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}._~-]{0,199}$/u;

/** The name of a product in addresses: letters and digits of any script, `-`, `.`, `_`, `~`. */
export function handleCell(text: string): string {
  const handle = text.trim().normalize('NFC');
  if (!SLUG.test(handle)) throw new BadCell('must be letters, digits and dashes, at most 200 characters');
  return handle;
}

/** A price such as `12.90`, `12.9` or `12`. */
export function priceCell(text: string): number {
  const sen = textToSen(text.trim());
  if (sen === null) throw new BadCell(`"${text.trim()}" is not a price such as 12.90`);
  if (sen < 0) throw new BadCell('is below zero');
  if (sen > MOST_SEN) throw new BadCell('is above 99999.99');
  return sen;
}

/** A whole number; `-3` where negative ones are allowed. */
export function countCell(text: string, min: number, max = 1_000_000): number {
  const trimmed = text.trim();
  if (!/^-?\d{1,9}$/.test(trimmed)) throw new BadCell(`"${trimmed}" is not a whole number`);
  const count = Number(trimmed);
  if (count < min || count > max) throw new BadCell(`must be from ${min} to ${max}`);
  return count;
}

/** Grams; exports write `120` and `120.0`. */
export function gramsCell(text: string): number {
  const match = /^(\d{1,7})(\.\d{1,6})?$/.exec(text.trim());
  if (match === null) throw new BadCell(`"${text.trim()}" is not a weight in grams`);
  return Number(match[1]) + (Number(match[2] ?? 0) >= 0.5 ? 1 : 0);
}

/** `TRUE`, `yes`, `1` and their opposites, in any case. */
export function flagCell(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  if (['false', 'no', '0', ''].includes(word)) return false;
  throw new BadCell(`"${text.trim()}" is neither TRUE nor FALSE`);
}

/** Words between commas, each once. */
export const listCell = (text: string): string[] => [...new Set(text.split(',').map(lineCell).filter(Boolean))];

const UNITS: Readonly<Record<string, readonly [unit: DraftSize['unit'], factor: bigint]>> = {
  g: ['g', 1n],
  kg: ['g', 1000n],
  ml: ['ml', 1n],
  l: ['ml', 1000n],
  pc: ['pc', 1n],
  pcs: ['pc', 1n],
  s: ['pc', 1n],
};

/** A size such as `120 g`, `1.5 L`, `5kg`, `6 pcs`, `12s`. */
export function sizeCell(text: string): DraftSize | null {
  const size = lineCell(text);
  if (size === '') return null;
  const match = /^(\d{1,6})(?:\.(\d{1,3}))? ?([a-z]{1,3})$/i.exec(size);
  const unit = UNITS[match?.[3]?.toLowerCase() ?? ''];
  if (match === null || unit === undefined) throw new BadCell(`"${size}" is not a size such as 120 g, 1.5 L or 6 pcs`);
  const thousandths = BigInt(match[1] ?? 0) * 1000n + BigInt((match[2] ?? '').padEnd(3, '0'));
  const amount = thousandths * unit[1];
  if (amount % 1000n !== 0n || amount === 0n) throw new BadCell(`"${size}" is not a whole number of ${unit[0]}`);
  return { text: size, amount: Number(amount / 1000n), unit: unit[0] };
}

/** Tier prices such as `3:4.50; 6:4.20`, each quantity once. */
export function tierCell(text: string): { qty: number; tier_price: number }[] {
  const tiers = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [qty = '', price = '', ...rest] = part.split(':');
      if (rest.length > 0 || price === '') throw new BadCell(`"${part}" is not a tier such as 3:4.50`);
      return { qty: countCell(qty, 1), tier_price: priceCell(price) };
    });
  if (new Set(tiers.map((tier) => tier.qty)).size < tiers.length) throw new BadCell('names a quantity twice');
  return tiers.sort((a, b) => a.qty - b.qty);
}

/** An address of a picture on the web. */
export function addressCell(text: string): string | null {
  const address = text.trim();
  if (address === '') return null;
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || address.length > 2000) {
    throw new BadCell('is not an address that begins with https://');
  }
  return url.href;
}
