/** Encodes what handlers return as JSON by the contract. */
import * as v from 'valibot';

/** Results to encode once, with their text as soon as there is one. They must not change. */
const texts = new WeakMap<object, { text: string | null }>();

/** Marks a large result, which its handler will return again, so that it is checked and encoded only once. */
export function markForSingleEncoding<Result extends object>(result: Result): Result {
  texts.set(result, { text: null });
  return result;
}

/** Encodes a result: JSON, money as text. */
export function encodeResult(schema: v.GenericSchema<unknown, unknown>, result: unknown): string {
  const once = typeof result === 'object' && result !== null ? texts.get(result) : undefined;
  if (once !== undefined && once.text !== null) return once.text;
  const text = JSON.stringify(v.parse(schema, result));
  if (once !== undefined) once.text = text;
  return text;
}
