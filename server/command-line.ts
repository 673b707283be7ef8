/** Runs the shop's command-line programs, and reports expected failures in one line. */
import { InvalidSetting } from './config.ts';
import { FolderInUse } from './db/embedded/folder-lock.ts';
import { DatabaseUnreachable } from './db/open.ts';
import { MigrationsBehindPooler, UnknownMigrations } from './db/schema/migrate.ts';

/** Exit codes: success, failure, success except for the reported rows. */
export const DONE = 0;
export const NOTHING_DONE = 1;
export const PARTLY_DONE = 2;

/** A failure that the person at the terminal can correct; the message is one line. */
export class CommandFailed extends Error {}

const EXPECTED_ERRORS = [
  CommandFailed,
  InvalidSetting,
  DatabaseUnreachable,
  FolderInUse,
  UnknownMigrations,
  MigrationsBehindPooler,
];

/** Returns whether the message of an error explains it in one line. For all other errors the stack is printed. */
export const isExpected = (error: unknown): error is Error => EXPECTED_ERRORS.some((kind) => error instanceof kind);

/** Errors of `parseArgs`, and of files that the person named. */
const EXPECTED_CODE = /^(ERR_PARSE_ARGS|ENOENT|EACCES|EISDIR|ENOTDIR|EPIPE|ENOSPC)/;

const isExpectedOfProgram = (error: unknown): error is Error =>
  isExpected(error) || (error instanceof Error && 'code' in error && EXPECTED_CODE.test(String(error.code)));

/**
 * Runs a program with the arguments of the command line and sets the exit code that it returns. Prints one line for a
 * failure that the user can correct, and the stack for a bug. `--help` prints the usage.
 */
export async function runProgram(usage: string, run: (args: readonly string[]) => Promise<number>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.stderr.write(
      `${isExpectedOfProgram(error) ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exitCode = NOTHING_DONE;
  }
}
