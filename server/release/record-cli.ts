/** `npm run release` runs it with a version and a commit: records migrations and statements of this version. */
import '../app.ts';
import '../doctor/doctor.ts';
import '../import/export/export-catalogue.ts';
import '../import/products/import-catalogue.ts';
import '../import/stock-and-prices/update-prices.ts';
import '../import/stock-and-prices/update-stock.ts';
import '../import/undo/undo-import.ts';
import '../metrics/shop-state.ts';
import { CommandFailed, DONE, runProgram } from '../command-line.ts';
import { listDeclaredStatements } from '../db/database.ts';
import { writeRecord } from './release-record.ts';

const USAGE = 'Usage: node server/release/record-cli.ts VERSION COMMIT';

await runProgram(USAGE, async ([version, commit]) => {
  if (version === undefined || commit === undefined) throw new CommandFailed(USAGE);
  writeRecord({ version, commit }, listDeclaredStatements());
  return DONE;
});
