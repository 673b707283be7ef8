/** Lists within one cell: `;` between the parts, a backslash before a sign that belongs to a part. Pure. */

/** Splits at a sign that no backslash stands before; the backslashes stay, for `plain` or a further split. */
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

/** The parts of a list, without empty ones. */
export const partsOf = (text: string): string[] =>
  splitAt(text, ';')
    .map((part) => part.trim())
    .filter(Boolean);

/** A part as it was meant: without the backslashes. */
export const plain = (part: string): string => part.replace(/\\(.)/gsu, '$1').trim();

/** A text as a part that `plain` gives back, whatever signs it holds. */
export const escaped = (text: string): string => text.replace(/[\\;:/@]/g, '\\$&');

/** A list as one cell. */
export const joined = (parts: readonly string[]): string => parts.join('; ');
