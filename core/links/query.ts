/** Builds query strings without the DOM, which core may not use. */

/** The query parameters of a URL; `URLSearchParams` has this type. */
export type QueryReader = { get(name: string): string | null };

/** Values by parameter name. `toQuery` leaves out empty, null and false ones, and writes true as `1`. */
export type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Encodes a value. Commas separate slugs (docs/spec.md §2) and stay readable. `toWellFormed`: half a surrogate pair
 * would throw.
 */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',');

/** Builds `?a=1&b=x`, or an empty string, in the given order. */
export function toQuery(values: QueryValues): string {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
    .map(([name, value]) => `${name}=${encode(value === true ? '1' : String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
