/**
 * Writes an import's report as a stream, so that a million bad rows need no memory, and renames it into place at the
 * end.
 */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RowProblem } from '../columns/product-values.ts';

export type ReportHead = { file: string; started_at: string; mode: 'import' | 'dry-run' | 'all-or-nothing' };

/** Counts and lists of a finished run. */
type ReportCounts = Readonly<Record<string, number | boolean | readonly string[]>>;

export type ReportFile = {
  path: string;
  problem(problem: RowProblem): void;
  /** Writes the counts and renames the file into place. */
  finish(report: ReportCounts): void;
  /** Deletes the unfinished file. */
  abandon(): void;
};

/** Returns the default path of a report. */
export const reportPath = (dataDir: string, now: Date): string =>
  join(dataDir, 'imports', `${now.toISOString().replace(/[:.]/g, '-')}.json`);

const quoteCell = (text: string): string => `"${text.replace(/"/g, '""')}"`;

/** Formats CSV lines `kind,line,handle,column,text`: one for each problem, then one for each count. */
function formatCsv(head: ReportHead) {
  const line = (kind: string, at: string, handle: string, column: string, text: string) =>
    `${[kind, at, quoteCell(handle), quoteCell(column), quoteCell(text)].join(',')}\n`;
  return {
    opening: 'kind,line,handle,column,text\n',
    problem: (each: RowProblem) =>
      line(each.isWarning ? 'warning' : 'problem', String(each.line), each.handle, each.column ?? '', each.reason),
    closing: (report: ReportCounts) =>
      Object.entries({ ...head, ...report })
        .map(([name, value]) => line('summary', '', '', name, String(value)))
        .join(''),
  };
}

function formatJson(head: ReportHead) {
  let separator = '\n';
  return {
    opening: `{\n  "problems": [`,
    problem: ({ line, handle, column, reason, isWarning }: RowProblem) => {
      const problem = { line, handle, column: column ?? null, reason, ...(isWarning && { is_warning: true }) };
      const text = `${separator}    ${JSON.stringify(problem)}`;
      separator = ',\n';
      return text;
    },
    closing: (report: ReportCounts) =>
      `${separator === '\n' ? '' : '\n  '}],${JSON.stringify({ ...head, ...report }, null, 2).slice(1)}\n`,
  };
}

/** Opens a report: CSV if its name ends in .csv, otherwise JSON. Throws if it cannot be written. */
export function openReport(path: string, head: ReportHead): ReportFile {
  const lines = path.toLowerCase().endsWith('.csv') ? formatCsv(head) : formatJson(head);
  const partialPath = `${path}.part`;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(partialPath, 'w');
  writeSync(file, lines.opening);
  return {
    path,
    problem: (problem) => void writeSync(file, lines.problem(problem)),
    finish(report) {
      writeSync(file, lines.closing(report));
      closeSync(file);
      renameSync(partialPath, path);
    },
    abandon() {
      closeSync(file);
      rmSync(partialPath, { force: true });
    },
  };
}
