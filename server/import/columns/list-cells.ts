/**
 * Reads and writes lists in one cell: `;` between the parts, a backslash before a separator inside a part. Only
 * `readList` splits at commas, without an escape. Pure.
 */
import {
  type CellCodec,
  escapeEntities,
  formatPrice,
  guardFormula,
  InvalidCell,
  parseWholeNumber,
  readHandle,
  readLine,
  readMoment,
  readName,
  readPath,
  readPrice,
} from './cells.ts';
import type { DraftBundleItem, DraftPlace } from './product-values.ts';

/** Splits at a separator without a backslash before it. Keeps the backslashes, for `unescapePart` or a further split. */
export function splitAt(text: string, sign: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let i = 0; i < text.length; i++) {
    const each = text[i] ?? '';
    if (each === '\\') part += each + (text[++i] ?? '');
    else if (each === sign) {
      parts.push(part);
      part = '';
    } else part += each;
  }
  return [...parts, part];
}

export const splitParts = (text: string): string[] =>
  splitAt(text, ';')
    .map((part) => part.trim())
    .filter(Boolean);

/** Removes the backslashes of a part. */
export const unescapePart = (part: string): string => part.replace(/\\(.)/gsu, '$1').trim();

/** Escapes a text so that `unescapePart` returns it unchanged. */
export const escapePart = (text: string): string => text.replace(/[\\;:/@]/g, '\\$&');

export const joinParts = (parts: readonly string[]): string => parts.join('; ');

/** Reads words between commas, without duplicates. */
export const readList = (text: string): string[] => [...new Set(text.split(',').map(readName).filter(Boolean))];

/** Reads paths of categories: `snacks; Pantry > Rice`. */
export const readPaths = (text: string): string[][] => splitParts(text).map((part) => readPath(unescapePart(part)));

export const formatPaths = (paths: readonly string[][]): string =>
  guardFormula(joinParts(paths.map((steps) => escapePart(escapeEntities(steps.join(' > '))))));

type Tier = { qty: number; tier_price: number };

/** Reads tier prices such as `3:4.50; 6:4.20`. */
export function readTiers(text: string): Tier[] {
  const tiers = splitParts(text).map((part) => {
    const [qty = '', price = '', ...rest] = part.split(':');
    if (rest.length > 0 || price === '') throw new InvalidCell(`"${part}" is not a tier such as 3:4.50`);
    return { qty: parseWholeNumber(qty, 1), tier_price: readPrice(price) };
  });
  if (new Set(tiers.map((tier) => tier.qty)).size < tiers.length) throw new InvalidCell('names a quantity twice');
  return tiers.sort((a, b) => a.qty - b.qty);
}

export const tiers: CellCodec<Tier[]> = {
  read: readTiers,
  write: (all) => joinParts(all.map(({ qty, tier_price }) => `${qty}:${formatPrice(tier_price)}`)),
};

export type GroupPrice = { group: string; group_price: number };

/** Reads prices of customer groups such as `gold:8.90; silver:9.20`. */
function readGroupPrices(text: string): GroupPrice[] {
  const prices = splitParts(text).map((part) => {
    const [group = '', price = '', ...rest] = splitAt(part, ':');
    if (rest.length > 0 || price === '' || !/^[\w-]{1,50}$/.test(unescapePart(group))) {
      throw new InvalidCell(`"${part}" is not a group's price such as gold:8.90`);
    }
    return { group: unescapePart(group), group_price: readPrice(price) };
  });
  if (new Set(prices.map((each) => each.group)).size < prices.length) throw new InvalidCell('names a group twice');
  return prices.sort((a, b) => (a.group < b.group ? -1 : 1));
}

export const groupPrices: CellCodec<GroupPrice[]> = {
  read: readGroupPrices,
  write: (prices) => joinParts(prices.map(({ group, group_price }) => `${group}:${formatPrice(group_price)}`)),
};

const MAX_PARTS = 100;

function requireFewParts<Part>(parts: Part[]): Part[] {
  if (parts.length > MAX_PARTS) throw new InvalidCell(`has more than ${MAX_PARTS} parts`);
  return parts;
}

/**
 * Reads a bundle's parts such as `mango-fizz:2; coffee/OL-WC-10C`: a handle, an option's SKU or title if the product
 * has options, and a quantity.
 */
function readBundle(text: string): DraftBundleItem[] {
  const parts = splitParts(text).map((part) => {
    const [named = '', quantity = '1', ...rest] = splitAt(part, ':');
    const [handle = '', option, ...more] = splitAt(named, '/');
    if (rest.length + more.length > 0 || option?.trim() === '') {
      throw new InvalidCell(`"${part}" is not a part such as mango-fizz:2 or coffee/SKU-1:2`);
    }
    return {
      handle: readHandle(unescapePart(handle)),
      option: option === undefined ? null : readLine(unescapePart(option)),
      quantity: parseWholeNumber(quantity, 1, 1000),
    };
  });
  return requireFewParts(parts);
}

/** A bundle's parts: `mango-fizz:2; coffee/OL-WC-10C:1`. */
export const bundle: CellCodec<DraftBundleItem[]> = {
  read: readBundle,
  write: (parts) =>
    joinParts(
      parts.map(({ handle, option, quantity }) => {
        return `${handle}${option === null ? '' : `/${escapePart(option)}`}:${quantity}`;
      }),
    ),
};

/** Parts of one line each: `Wheat; Milk`. */
export const lines: CellCodec<string[]> = {
  read: (text) => requireFewParts(splitParts(text).map((part) => readLine(unescapePart(part)))),
  write: (parts) => guardFormula(joinParts(parts.map(escapePart))),
};

type Nutrient = { name: string; amount: string };

/** Nutrients and their amounts: `Energy: 512 kcal; Protein: 2.1 g`. */
export const nutrients: CellCodec<Nutrient[]> = {
  read(text) {
    const parts = splitParts(text).map((part) => {
      const [name = '', amount = '', ...rest] = splitAt(part, ':');
      if (rest.length > 0 || unescapePart(amount) === '')
        throw new InvalidCell(`"${part}" is not an amount such as Energy: 512 kcal`);
      return { name: readLine(unescapePart(name)), amount: readLine(unescapePart(amount)) };
    });
    return requireFewParts(parts);
  },
  write: (parts) =>
    guardFormula(joinParts(parts.map(({ name, amount }) => `${escapePart(name)}: ${escapePart(amount)}`))),
};

/**
 * Reads places in collections such as `hampers:3; cny-picks@2026-12-01/2027-01-31`: key or name, position, start and
 * end.
 */
function readPlaces(text: string): DraftPlace[] {
  const places = splitParts(text).map((part) => {
    const [place = '', span = ''] = splitAt(part, '@');
    const [name = '', position, ...rest] = splitAt(place, ':');
    const [from = '', until = '', ...more] = span.split('/');
    const collection = readName(unescapePart(name));
    if (rest.length + more.length > 0 || collection === '')
      throw new InvalidCell(`"${part}" is not a place such as hampers:3`);
    const [starts_at, ends_at] = [readMoment(unescapePart(from)), readMoment(unescapePart(until))];
    if (starts_at !== null && ends_at !== null && starts_at >= ends_at)
      throw new InvalidCell(`"${part}" ends before it begins`);
    return { collection, position: position === undefined ? null : parseWholeNumber(position, 0), starts_at, ends_at };
  });
  if (new Set(places.map((each) => each.collection)).size < places.length)
    throw new InvalidCell('names a collection twice');
  return places;
}

/** Places in collections: `hampers:3@2026-12-01T00:00:00.000Z/`. */
export const places: CellCodec<DraftPlace[]> = {
  read: readPlaces,
  write: (all) =>
    joinParts(
      all.map(({ collection, position, starts_at, ends_at }) => {
        const span = starts_at === null && ends_at === null ? '' : `@${starts_at ?? ''}/${ends_at ?? ''}`;
        return `${escapePart(collection)}${position === null ? '' : `:${position}`}${span}`;
      }),
    ),
};
