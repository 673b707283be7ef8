/** Computes edit distances (Damerau–Levenshtein): insertions, deletions, substitutions, swapped neighbours. */

/**
 * Returns the number of errors that a word may have (docs/ux.md#rule-14): none in short words, where one error makes
 * another word.
 */
export function maxEditDistance(word: string): 0 | 1 | 2 {
  // In codes and sizes every digit counts.
  if (word.length < 4 || !/^\p{L}+$/u.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * Builds a bit mask of the letters of a word, one bit for each of a to z and one for all other letters. Masks give a
 * cheap lower bound of the edit distance.
 */
export function maskLetters(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) - 97;
    letters |= 1 << (code >= 0 && code < 26 ? code : 26);
  }
  return letters;
}

export function countBits(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const ROW_LENGTH = 48;
let rowBeforeLast = new Uint8Array(ROW_LENGTH);
let lastRow = new Uint8Array(ROW_LENGTH);
let currentRow = new Uint8Array(ROW_LENGTH);

/**
 * Computes the edit distance of `typed` and `word`, or `most + 1` if it is above `most`. With `asBeginning`, compares
 * with the beginning of a longer word too.
 */
export function computeEditDistance(typed: string, word: string, most: number, asBeginning = false): number {
  const n = Math.min(word.length, asBeginning ? typed.length + most : word.length, ROW_LENGTH - 1);
  if (typed.length - n > most || (!asBeginning && n - typed.length > most)) return most + 1;
  for (let j = 0; j <= n; j++) lastRow[j] = j;
  for (let i = 1; i <= typed.length; i++) {
    const letter = typed.charCodeAt(i - 1);
    currentRow[0] = i;
    let least = i;
    for (let j = 1; j <= n; j++) {
      const other = word.charCodeAt(j - 1);
      let errors = Math.min(
        (lastRow[j] ?? 0) + 1,
        (currentRow[j - 1] ?? 0) + 1,
        (lastRow[j - 1] ?? 0) + (letter === other ? 0 : 1),
      );
      const isSwapped =
        i > 1 && j > 1 && letter === word.charCodeAt(j - 2) && typed.charCodeAt(i - 2) === other && letter !== other;
      if (isSwapped) errors = Math.min(errors, (rowBeforeLast[j - 2] ?? 0) + 1);
      currentRow[j] = errors;
      if (errors < least) least = errors;
    }
    if (least > most) return most + 1;
    [rowBeforeLast, lastRow, currentRow] = [lastRow, currentRow, rowBeforeLast];
  }
  if (!asBeginning) return Math.min(lastRow[n] ?? 0, most + 1);
  let least = most + 1;
  for (let j = 0; j <= n; j++) least = Math.min(least, lastRow[j] ?? 0);
  return least;
}
