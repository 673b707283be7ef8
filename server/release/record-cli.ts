/** `npm run release` runs it with a version and a commit: records migrations and statements of this version. */
import '../all-statements.ts';
import { CommandFailed, DONE, runProgram } from '../command-line.ts';
import { listDeclaredStatements } from '../db/database.ts';
import { writeRecord } from './release-record.ts';

const USAGE = 'Usage: node server/release/record-cli.ts VERSION COMMIT';

await runProgram(USAGE, async ([version, commit]) => {
  if (version === undefined || commit === undefined) throw new CommandFailed(USAGE);
  writeRecord({ version, commit }, listDeclaredStatements());
  return DONE;
});
