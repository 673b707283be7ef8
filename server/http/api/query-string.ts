/** Parses query strings strictly: one text per parameter, given once (docs/readings.md#35). */
import { refusal } from '@shop/core/refusal';
import { refuse, refuseFields } from '../../refuse.ts';

/** Maximum length of a parameter, in characters. */
const MAX_VALUE = 2048;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return refuse('request.malformed');
  }
};

/** The part of an address after the question mark. */
export function rawQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/**
 * Parses parameters by name. Refuses broken percent-encoding and NUL (400), and parameters given twice, as arrays or
 * longer than 2,048 characters (422, at their name).
 */
export function parseQuery(raw: string): Record<string, string> {
  // Without a prototype, so that a parameter may have the name of one of its members.
  const query: Record<string, string> = Object.create(null);
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    if (name.includes('\0') || value.includes('\0')) refuse('request.malformed');
    const bracket = name.indexOf('[');
    if (bracket >= 0 || name in query) {
      refuseFields({ [bracket > 0 ? name.slice(0, bracket) : name]: [refusal('field.form')] });
    }
    if (value.length > MAX_VALUE) refuseFields({ [name]: [refusal('field.too_long', { max: MAX_VALUE })] });
    query[name] = value;
  }
  return query;
}
