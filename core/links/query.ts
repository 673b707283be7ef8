/** The query part of an address, written by hand: core has no DOM. */

/** What a query is made of; nothing, and an empty text, leave their name out. */
export type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A part of a query. Commas join lists of slugs (docs/spec.md §2) and stay readable; half a surrogate pair would throw. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',');

/** `?a=1&b=x`, or nothing at all. Names keep the given order. */
export function toQuery(values: QueryValues): string {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
    .map(([name, value]) => `${name}=${encode(value === true ? '1' : String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
