/** Order numbers: short, read aloud without mistakes, and not enumerable (docs/api.md#conventions, docs/readings.md#34). */

/** A number as a person typed it: any case, spaces and dashes, and letters that Crockford reads as digits. */
export function readOrderNumber(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s#-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
