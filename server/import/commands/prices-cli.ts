/** `npm run catalog:prices -- FILE.csv [--dry-run] [--report=FILE]` (docs/import.md#daily-files). */
import { parseArgs } from 'node:util';
import { runProgram } from '../../command-line.ts';
import { updatePrices } from '../stock-and-prices/update-prices.ts';
import { updateFromFile } from './update-command.ts';

const USAGE = `Usage: npm run catalog:prices -- FILE.csv [options]
Sets the prices of the products that the file names by SKU or Barcode: Price, Sale Price, From, To.
  --dry-run       prints what would change, and writes nothing
  --report=FILE   where the report goes: JSON, or CSV for a name that ends in .csv`;

await runProgram(USAGE, async (args) => {
  const parsed = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, report: { type: 'string' } },
  });
  return updateFromFile(USAGE, parsed, updatePrices);
});
