/** Schemas that all modules share: ids, times, texts, images. */
import { isDay } from '@shop/core/time';
import * as v from 'valibot';

/** Control characters except line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL_EXCEPT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f\u2028\u2029]/;

const CATALOGUE_ID = /^[1-9]\d{0,17}$/;
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SLUG_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u;

/** A catalogue id: a bigint as decimal text, opaque to callers. */
export const id = () => v.pipe(v.string(), v.regex(CATALOGUE_ID, 'An id is expected'));

/** The id of a cart, order or address. */
export const uuid = () => v.pipe(v.string(), v.regex(UUID_PATTERN, 'An id is expected'));

export const slug = () => v.pipe(v.string(), v.maxLength(200), v.regex(SLUG_PATTERN, 'A slug is expected'));

/** Refuses half a surrogate pair: it is valid JSON, but PostgreSQL rejects it. */
const wholeCharacters = () => v.check<string, string>((text) => text.isWellFormed(), 'Half a character is not allowed');

/** One line of typed text, trimmed. */
export const textLine = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    v.check((text) => !CONTROL_OR_BREAK.test(text), 'Control characters are not allowed'),
    wholeCharacters(),
  );

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const WITHOUT_CONTROL = /^[^\u0000-\u001f\u007f]*$/;

/** A text parameter of a query, untrimmed. */
export const queryText = (max: number) =>
  v.pipe(v.string(), v.maxLength(max), v.regex(WITHOUT_CONTROL, 'Control characters are not allowed'));

/** Several lines of typed text, trimmed. */
export const multilineText = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    v.check((text) => !CONTROL_EXCEPT_BREAKS.test(text), 'Control characters are not allowed'),
    wholeCharacters(),
  );

/** Caches formatted times: a delivery response has a hundred slots, and formatting is slow. */
const textByTime = new Map<number, string>();
const MAX_CACHED_TEXTS = 2_000;

function formatIsoTime(date: Date): string {
  const cachedText = textByTime.get(date.getTime());
  if (cachedText !== undefined) return cachedText;
  if (textByTime.size === MAX_CACHED_TEXTS) textByTime.clear();
  const text = date.toISOString();
  textByTime.set(date.getTime(), text);
  return text;
}

/** A time in a response: ISO 8601 in UTC with Z. */
export const time = () => v.pipe(v.date(), v.transform(formatIsoTime), v.string());

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = () => v.pipe(v.string(), v.check(isDay, 'Enter a day as YYYY-MM-DD'));

/** An integer in a query. */
export const queryInt = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'Enter a whole number'),
    v.transform(Number),
    v.number(),
    v.minValue(min),
    v.maxValue(max),
  );

/** A boolean in a query: `1`, `true`, `0`, `false`. */
export const queryFlag = () =>
  v.pipe(
    v.picklist(['1', 'true', '0', 'false']),
    v.transform((text) => text === '1' || text === 'true'),
    v.boolean(),
  );

/** An image's root-relative URLs (docs/readings.md#37). Other widths differ only in the number before the extension. */
export const image = v.object({ thumbnail: v.string(), original: v.string() });

/** The language of a text: a missing translation falls back to English, marked (docs/readings.md#36). */
export const textLang = v.picklist(['en', 'zh']);

/** Largest picture that is accepted, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** A picture: a file where it is sent, its bytes where it arrives. */
export const pictureFile = v.object({
  picture: v.pipe(
    v.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array, 'A picture is expected'),
    v.transform((file) => file as Uint8Array),
  ),
});
