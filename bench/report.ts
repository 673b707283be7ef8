/** Formats measurements as table rows with their targets. A missed target never ends a run. */

export type ReportRow = {
  what: string;
  measured: string;
  /** The target as in docs/benchmarks.md; empty for figures without one. */
  target: string;
  /** Whether the target is met; null without a target or a measurement. */
  met: boolean | null;
};

/** Prints a line of progress to standard error; standard output gets only the tables. */
export const reportProgress = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Formats a ratio as docs/benchmarks.md does: 0.62 as `1/1.6`. */
export const formatFraction = (ratio: number): string => `1/${(1 / ratio).toFixed(ratio > 0.1 ? 2 : 0)}`;

/** Formats a row of a value that should stay at or below `most`. */
export function makeLimitRow(what: string, value: number | null, most: number, unit: string, digits = 0): ReportRow {
  const text = (number: number) => `${number.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
  if (value === null) return { what, measured: 'not measurable here', target: `≤ ${text(most)}`, met: null };
  return { what, measured: text(value), target: `≤ ${text(most)}`, met: value <= most };
}

/** Formats a row for information, without a target. */
export const makePlainRow = (what: string, measured: string): ReportRow => ({ what, measured, target: '', met: null });

const measureWidth = (text: string): number => [...text].length;

/** Prints a Markdown table. */
export function printTable(title: string, rows: readonly ReportRow[]): void {
  const head = ['What', 'Measured', 'Target', ''];
  const verdict = ({ met }: ReportRow) => (met === null ? '' : met ? 'ok' : 'over');
  const cells = [head, ...rows.map((row) => [row.what, row.measured, row.target, verdict(row)])];
  const widths = head.map((_, column) => Math.max(...cells.map((line) => measureWidth(line[column] ?? ''))));
  const formatLine = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - measureWidth(cell))).join(' | ')} |`;
  const rule = `| ${widths.map((each) => '-'.repeat(each)).join(' | ')} |`;
  const [first = head, ...rest] = cells;
  process.stdout.write(`\n### ${title}\n\n${[formatLine(first), rule, ...rest.map(formatLine)].join('\n')}\n`);
}

/** Returns the middle value; for an even number of values, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the smallest value that at least `percent` % of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
