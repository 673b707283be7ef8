export const OPEN_QUOTE = 'the quote that opens here is not closed';

/**
 * Finds the line, from 1, of an opening quote in a CSV without a closing one: no quote follows, or the next one opens
 * another cell. Returns null if every quote is closed.
 */
export function findOpenQuote(csv: string, delimiter: string): number | null {
  let openLine: number | null = null;
  let line = 1;
  for (let at = 0; at < csv.length; at++) {
    if (csv[at] === '\n') line++;
    if (csv[at] !== '"') continue;
    if (openLine === null) openLine = line;
    else if (csv[at + 1] === '"') at++;
    else if (closesCell(csv, at + 1, delimiter)) openLine = null;
    else return openLine;
  }
  return openLine;
}

/** Returns whether a cell ends at this place, or after the spaces that follow. */
function closesCell(csv: string, end: number, delimiter: string): boolean {
  let at = end;
  while (csv[at] !== delimiter && (csv[at] === ' ' || csv[at] === '\t')) at++;
  return csv[at] === undefined || csv[at] === delimiter || csv[at] === '\n' || csv[at] === '\r';
}
