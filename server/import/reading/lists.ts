/** Reads and writes lists in one cell: `;` between the parts, a backslash before a separator inside a part. Pure. */

/** Splits at a separator without a backslash before it. Keeps the backslashes, for `plain` or a further split. */
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

export const partsOf = (text: string): string[] =>
  splitAt(text, ';')
    .map((part) => part.trim())
    .filter(Boolean);

/** Removes the backslashes of a part. */
export const plain = (part: string): string => part.replace(/\\(.)/gsu, '$1').trim();

/** Escapes a text so that `plain` returns it unchanged. */
export const escaped = (text: string): string => text.replace(/[\\;:/@]/g, '\\$&');

export const joined = (parts: readonly string[]): string => parts.join('; ');
