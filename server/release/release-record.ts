/**
 * The record of the last release: its migrations and statements. Tests read from it what the previous version needs,
 * also where the repository's history is missing. `npm run release` writes it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const MIGRATION_FOLDER = join(import.meta.dirname, '..', 'db', 'schema', 'migrations');
export const RECORD_FOLDER = join(import.meta.dirname, 'released');

export const release = v.object({
  version: v.string(),
  /** The commit from which the release was made; the commit after it has the release's version. */
  commit: v.string(),
  /** SHA-256 of each migration, by its file. */
  migrations: v.record(v.string(), v.string()),
});
type Release = v.InferOutput<typeof release>;

export type Migration = { file: string; sql: string };

export const readMigrations = (): Migration[] =>
  readdirSync(MIGRATION_FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ file, sql: readFileSync(join(MIGRATION_FOLDER, file), 'utf8') }));

export const hashMigration = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex');

const compareNames = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);

/** Writes the record of this version. */
export function writeRecord(
  { version, commit }: Pick<Release, 'version' | 'commit'>,
  declared: readonly { name: string; text: string }[],
): void {
  const migrations = Object.fromEntries(readMigrations().map((each) => [each.file, hashMigration(each)]));
  const texts = Object.fromEntries(declared.map(({ name, text }): [string, string] => [name, text]).sort(compareNames));
  const write = (name: string, value: object) =>
    writeFileSync(join(RECORD_FOLDER, name), `${JSON.stringify(value, null, 2)}\n`);
  write('release.json', { version, commit, migrations } satisfies Release);
  write('statements.json', texts);
}
