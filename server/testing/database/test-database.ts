/** Clones the seeded database for a test file: 0.4 s on the embedded engine, 0.1 s on PostgreSQL. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkRowsFromNow, database } from '../../db/database.ts';
import { openEmbedded, openInMemory } from '../../db/embedded/embedded.ts';
import { type OpenDatabase, openPostgres } from '../../db/open.ts';
import { createPool } from '../../db/pool.ts';
import { databaseUrl, dumpPath, templateName, withServer } from './template.ts';

checkRowsFromNow();

/** Returns the engine of this test run. */
export const engine = (): 'embedded' | 'postgres' => (process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'embedded');

/**
 * Whether this project repeats tests on the embedded engine that also run on PostgreSQL. Tests that need no engine skip
 * the repetition.
 */
export const isSecondEngine = engine() === 'embedded' && process.env.TEST_DATABASE_URL !== undefined;

let sequence = 0;

/** A clone; closing it drops it. `url` only on PostgreSQL. */
export type TestDatabase = OpenDatabase & { url: string | undefined };

async function cloneTemplate(): Promise<TestDatabase> {
  const name = `${templateName()}_${process.pid}_${sequence++}`;
  await withServer(async (client) => {
    await client.query(`create database ${name} template ${templateName()}`);
    // No test stops this server, so that no commit has to wait until the disk has written it: waiting takes ten
    // times as long. Tests that stop one have a server of their own (own-cluster.ts).
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  const url = databaseUrl(name);
  const clone = await openPostgres('TEST_DATABASE_URL', url);
  return {
    ...clone,
    url,
    async close() {
      await clone.close();
      await withServer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

let engineCode: Promise<WebAssembly.Module> | undefined;

/**
 * Caches the code of the embedded engine in this process. V8 shares it with the threads of all test files; otherwise it
 * is discarded after a file, and compiling and optimizing it again takes half of the processor time of the next one.
 */
function cacheEngineCode(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  engineCode ??= WebAssembly.compile(readFileSync(join(dirname(path), 'pglite.wasm')));
  return engineCode;
}

async function cloneDump(): Promise<TestDatabase> {
  await cacheEngineCode();
  const embedded = await openInMemory(`test ${process.pid} ${sequence++}`, new Uint8Array(readFileSync(dumpPath())));
  const pool = createPool({ socketFolder: embedded.socketFolder });
  return {
    db: database(pool),
    pool,
    embedded: true,
    url: undefined,
    async close() {
      await pool.end();
      await embedded.close();
    },
  };
}

/** Makes a data folder whose embedded database is seeded, for tests that start the shop as a process. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  const embedded = await openEmbedded(dataDir, new Uint8Array(readFileSync(dumpPath())));
  await embedded.close();
}

/** Clones the seeded database for one test file. */
export const testDatabase = (): Promise<TestDatabase> => (engine() === 'postgres' ? cloneTemplate() : cloneDump());
