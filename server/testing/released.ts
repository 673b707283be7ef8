/** Reads the record of the last release (`server/release/release-record.ts`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { RECORD_FOLDER, release } from '../release/release-record.ts';

const readJson = <T>(schema: v.GenericSchema<unknown, T>, name: string): T =>
  v.parse(schema, JSON.parse(readFileSync(join(RECORD_FOLDER, name), 'utf8')));

export const readRelease = () => readJson(release, 'release.json');

/** Reads the statements of the last release: SQL by name. */
export const readReleasedStatements = () => readJson(v.record(v.string(), v.string()), 'statements.json');
