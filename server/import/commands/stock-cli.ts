/** `npm run catalog:stock -- FILE.csv [--dry-run] [--counted-at=TIME] [--report=FILE]` (docs/import.md#daily-files). */
import { parseArgs } from 'node:util';
import { CommandFailed, runProgram } from '../../command-line.ts';
import { InvalidCell, readMoment } from '../columns/cells.ts';
import { updateStock } from '../stock-and-prices/update-stock.ts';
import { updateFromFile } from './update-command.ts';

const USAGE = `Usage: npm run catalog:stock -- FILE.csv [options]
Sets the stock of the products that the file names by SKU or Barcode; Quantity is what can be sold.
  --dry-run              prints what would change, and writes nothing
  --counted-at=TIME      when the stock was counted, such as "2026-12-01 08:00"; what was sold since is taken off
  --report=FILE          where the report goes: JSON, or CSV for a name that ends in .csv`;

function readCountedAt(text: string | undefined): Date | null {
  try {
    const moment = readMoment(text ?? '');
    return moment === null ? null : new Date(moment);
  } catch (error) {
    throw error instanceof InvalidCell ? new CommandFailed(`--counted-at ${error.message}`) : error;
  }
}

await runProgram(USAGE, async (args) => {
  const parsed = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'counted-at': { type: 'string' },
      report: { type: 'string' },
    },
  });
  const countedAt = readCountedAt(parsed.values['counted-at']);
  return updateFromFile(USAGE, parsed, (db, path, options) => updateStock(db, path, { ...options, countedAt }));
});
