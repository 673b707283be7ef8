/** Order numbers: short, read aloud without mistakes, and not enumerable (api.md "Conventions", readings 34). */
import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** A new number of eight random characters: forty bits. */
export function randomOrderNumber(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** A number as a person typed it: any case, spaces and dashes, and letters that Crockford reads as digits. */
export function readOrderNumber(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s#-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
