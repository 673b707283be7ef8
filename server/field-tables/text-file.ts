/** Reads the text files of a shop's folder, which are UTF-8 with or without a byte order mark. */
import { readFileSync } from 'node:fs';

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Finds the first line, from 1, whose bytes are not UTF-8. */
function findBadLine(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    if (decode(bytes.subarray(start, end)) === null) return line;
    start = end + 1;
    line += 1;
  }
  return line;
}

/** Decodes a text without its byte order mark. Reports the first line that is not UTF-8 and returns null. */
export function decodeText(bytes: Buffer, problem: (line: number, reason: string) => void): string | null {
  const text = decode(bytes);
  if (text === null) problem(findBadLine(bytes), 'is not UTF-8; save the file as UTF-8');
  return text;
}

/** Reads a file as `decodeText` does. */
export const readText = (path: string, problem: (line: number, reason: string) => void): string | null =>
  decodeText(readFileSync(path), problem);
