/** Reads the text files of a shop's folder, which are UTF-8 with or without a byte order mark. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** Finds the first line, from 1, whose bytes are not UTF-8. */
function findBadLine(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1;
}

/** Decodes a text without its byte order mark. Reports the first line that is not UTF-8 and returns null. */
export function decodeText(bytes: Buffer, problem: (line: number, reason: string) => void): string | null {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  problem(findBadLine(bytes), 'is not UTF-8; save the file as UTF-8');
  return null;
}

/** Reads a file as `decodeText` does. */
export const readText = (path: string, problem: (line: number, reason: string) => void): string | null =>
  decodeText(readFileSync(path), problem);
