/** Backs up and restores shops on a real PostgreSQL, by the commands that a shopkeeper types. */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptUpload } from '../media/upload.ts';
import { newCustomer } from '../testing/customer.ts';
import { databaseUrl, withServer } from '../testing/database/template.ts';
import { fillWallet } from '../testing/make-voucher.ts';
import { offerOnlinePayment, placeOnline } from '../testing/orders/pay-online.ts';
import { runFile, startFile } from '../testing/processes/run-command.ts';
import { startApiProcess } from '../testing/processes/start-api-process.ts';
import { testServer } from '../testing/test-server.ts';
import { formatDatedName } from './dated-backups.ts';

const server = await testServer();
const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
const databaseNames: string[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await withServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const leftovers = rows.filter(({ datname }) => databaseNames.some((name) => datname.startsWith(name)));
    for (const { datname } of leftovers) await client.query(`drop database "${datname}" with (force)`);
  });
});

const SHOP = server.database.url ?? '';
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const encryptedFile = join(folder, 'encrypted.backup');
const keyFile = join(folder, 'key');

/** Names a database of this test; it is dropped at the end, with those that a restore names after it. */
function newName(): string {
  const name = `shop_backup_test_${process.pid}_${databaseNames.length}`;
  databaseNames.push(name);
  return name;
}

async function createDatabase(): Promise<string> {
  const name = newName();
  await withServer((client) => client.query(`create database ${name}`));
  return name;
}

const makeFolder = (): string => mkdtempSync(join(folder, 'data-'));

const run = (program: 'backup' | 'restore', args: readonly string[], env: Record<string, string>) =>
  runFile(join(import.meta.dirname, `${program}-cli.ts`), args, env);

async function withDatabase<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Computes a digest of the rows of each table of the shop, except the change feed. */
async function computeDigests(query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>) {
  const { rows: tables } = await query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'catalog_changes' order by 1`,
  );
  const digest: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await query(`select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${name} t`);
    digest[String(name)] = rows[0];
  }
  return digest;
}

let order: { id: string; order_number: string; view_token: string };
let upload: string;
let original: string;

beforeAll(async () => {
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  await offerOnlinePayment(server);
  await fillWallet(server, await newCustomer(server), 'store_credit', 300);
  order = (await placeOnline(server)).order;
  const acceptedUpload = await acceptUpload(join(server.config.dataDir, 'media'), PIXEL);
  if ('refused' in acceptedUpload) throw new Error(acceptedUpload.refused);
  upload = join('media', 'uploads', acceptedUpload.spec.sha256);
  original = join('media', 'originals', acceptedUpload.spec.sha256);
  mkdirSync(join(server.config.dataDir, 'media', 'originals'), { recursive: true });
  writeFileSync(join(server.config.dataDir, original), PIXEL);
  mkdirSync(join(server.config.dataDir, 'media', 'media'), { recursive: true });
  writeFileSync(join(server.config.dataDir, 'media', 'media', 'rendered-1.webp'), 'can be made again');
  const env = { DATABASE_URL: SHOP, DATA_DIR: server.config.dataDir, BACKUP_KEY_FILE: keyFile };
  const { code, err } = await run('backup', [encryptedFile], env);
  expect([code, err]).toEqual([0, expect.stringContaining('Database: ')]);
});

const restoreInto = (name: string, dataDir: string, path = encryptedFile, args: readonly string[] = []) =>
  run('restore', [path, ...args], { DATABASE_URL: databaseUrl(name), DATA_DIR: dataDir, BACKUP_KEY_FILE: keyFile });

const listDatabases = async (start: string): Promise<string[]> => {
  const { rows } = await withServer((client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [start]),
  );
  return rows.map(({ datname }) => datname).toSorted();
};

test('restores rows and files into an empty database, and the shop runs on them', async () => {
  const name = await createDatabase();
  const dataDir = makeFolder();
  expect(statSync(encryptedFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(encryptedFile).includes(order.order_number)).toBe(false);

  const restore = await restoreInto(name, dataDir);
  expect([restore.code, restore.out]).toEqual([0, expect.stringContaining('Restored the shop as of ')]);
  expect(restore.out).not.toContain('WRONG');
  expect(await withDatabase(name, (client) => computeDigests((sql) => client.query(sql)))).toEqual(
    await computeDigests((sql) => server.db.raw(sql)),
  );
  for (const file of [upload, original, 'secret']) {
    expect(readFileSync(join(dataDir, file)).equals(readFileSync(join(server.config.dataDir, file)))).toBe(true);
  }
  expect(existsSync(join(dataDir, 'media', 'media'))).toBe(false);
  expect(readdirSync(dataDir).filter((entry) => entry.startsWith('.'))).toEqual([]);
  expect(await listDatabases(name)).toEqual([name]);

  const shop = await startApiProcess({ DATABASE_URL: databaseUrl(name), DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  try {
    const path = `/orders/${order.id}?view_token=${order.view_token}`;
    const [there, here] = [await server.api('GET', path), await shop.api('GET', path)];
    expect(here.status).toBe(there.status);
    expect(here.body).toEqual(there.body);
    expect((await shop.api('GET', '/products?limit=2')).body.data.length).toBe(2);
  } finally {
    shop.child.kill('SIGKILL');
  }
});

test('restores into a database that does not exist yet', async () => {
  const name = newName();
  expect((await restoreInto(name, makeFolder())).code).toBe(0);
  expect(await listDatabases(name)).toEqual([name]);
});

test('refuses a database that holds a shop without --overwrite; with it the former shop stays aside and a picture is mended', async () => {
  const name = await createDatabase();
  const dataDir = makeFolder();
  await restoreInto(name, dataDir);
  await withDatabase(name, (client) => client.query('update orders set shipping_remarks = $1', ['changed since']));
  const readRemarks = (database: string) =>
    withDatabase(database, async (client) => (await client.query('select shipping_remarks from orders')).rows);

  const refusal = await restoreInto(name, dataDir);
  expect([refusal.code, refusal.err]).toEqual([1, expect.stringContaining('is not empty: --overwrite')]);
  expect(await readRemarks(name)).toEqual([{ shipping_remarks: 'changed since' }]);

  const picture = readFileSync(join(dataDir, upload));
  writeFileSync(join(dataDir, upload), picture.subarray(0, 10));
  const inUse = await withDatabase(name, () => restoreInto(name, dataDir, encryptedFile, ['--overwrite']));
  expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining('stop the shop first')]);
  expect(await listDatabases(name)).toEqual([name]);

  const restore = await restoreInto(name, dataDir, encryptedFile, ['--overwrite']);
  expect([restore.code, restore.out]).toEqual([0, expect.stringContaining(`${name}_before_`)]);
  expect(await readRemarks(name)).toEqual([{ shipping_remarks: null }]);
  const [, aside = ''] = await listDatabases(name);
  expect(await readRemarks(aside)).toEqual([{ shipping_remarks: 'changed since' }]);
  expect(readFileSync(join(dataDir, upload)).equals(picture)).toBe(true);
});

test('replaces a picture with other bytes of the same length', async () => {
  const name = await createDatabase();
  const dataDir = makeFolder();
  mkdirSync(dirname(join(dataDir, upload)), { recursive: true });
  writeFileSync(join(dataDir, upload), Buffer.alloc(PIXEL.length));
  expect((await restoreInto(name, dataDir)).code).toBe(0);
  expect(readFileSync(join(dataDir, upload)).equals(readFileSync(join(server.config.dataDir, upload)))).toBe(true);
});

test('refuses a wrong or missing key, a damaged and a cut off file before anything changes', async () => {
  const name = await createDatabase();
  const wrongKey = join(folder, 'wrong-key');
  writeFileSync(wrongKey, randomBytes(32));
  const bytes = readFileSync(encryptedFile);
  const writeBrokenFile = (content: Uint8Array) => {
    const path = join(folder, 'broken.backup');
    writeFileSync(path, content);
    return path;
  };
  const dataDir = makeFolder();
  const expectRefusal = async (path: string, env: Record<string, string> = {}) => {
    const settings = { DATABASE_URL: databaseUrl(name), DATA_DIR: dataDir, BACKUP_KEY_FILE: keyFile, ...env };
    const { code, err } = await run('restore', [path], settings);
    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
    return err;
  };
  expect(await expectRefusal(encryptedFile, { BACKUP_KEY_FILE: wrongKey })).toContain('another key');
  expect(await expectRefusal(encryptedFile, { BACKUP_KEY_FILE: '' })).toContain('BACKUP_KEY_FILE is not set');
  expect(await expectRefusal(writeBrokenFile(bytes.subarray(0, bytes.length / 2)))).toContain('cut off');
  const damagedBytes = Buffer.from(bytes);
  damagedBytes.writeUInt8(damagedBytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  expect(await expectRefusal(writeBrokenFile(damagedBytes))).toContain('damaged');
  expect(await expectRefusal(keyFile)).toContain('not a backup');
  expect(await listDatabases(name)).toEqual([name]);
  expect(readdirSync(dataDir).toSorted()).toEqual(['operator-token', 'secret']);
});

test('an unencrypted backup says so, is a tar file, and is verified by its digests', async () => {
  const path = join(folder, 'plain.backup');
  const env = { DATABASE_URL: SHOP, DATA_DIR: server.config.dataDir };
  const { code, err } = await run('backup', [path], env);
  expect([code, err]).toEqual([0, expect.stringContaining('the backup is not encrypted')]);
  const bytes = readFileSync(path);
  expect(bytes.includes('manifest.json')).toBe(true);

  const verification = await run('backup', ['--verify', path], env);
  expect(verification.out.split('\n').filter((line) => line.startsWith('ok '))).toHaveLength(6);
  expect(verification.code).toBe(0);

  const at = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
  const damagedCheck = await run('backup', ['--verify', path], env);
  expect([damagedCheck.code, damagedCheck.err]).toEqual([1, expect.stringContaining('database is damaged')]);
  writeFileSync(path, bytes.subarray(0, bytes.length - 1_024));
  expect((await run('backup', ['--verify', path], env)).err).toContain('cut off');
  expect((await run('backup', ['--verify', folder], env)).err).toBe(`${folder} is a folder: name a backup in it\n`);
  expect((await run('restore', [`${path}x`], env)).err).toBe(`There is no file ${path}x\n`);
});

test('pictures without a file are counted; without their folder no backup is made', async () => {
  const name = await createDatabase();
  const dataDir = makeFolder();
  await restoreInto(name, dataDir);
  const sha256s = [basename(upload), 'a'.repeat(64)];
  await withDatabase(name, (client) =>
    client.query(
      `insert into images (hash, spec)
       select each, jsonb_build_object('kind', 'upload', 'sha256', each) from unnest($1::text[]) each`,
      [sha256s],
    ),
  );
  const path = join(folder, 'pictures.backup');
  const env = { DATABASE_URL: databaseUrl(name), DATA_DIR: dataDir };
  const first = await run('backup', [path], env);
  expect([first.code, first.err]).toEqual([0, expect.stringMatching(/Pictures without a file in .*: 1 of 2\n/)]);
  rmSync(path);
  rmSync(join(dataDir, dirname(upload)), { recursive: true });
  const second = await run('backup', [path], env);
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('is DATA_DIR right, and its disk mounted?')]);
  expect(existsSync(path)).toBe(false);
});

test('--verify names what is wrong in a backup, and leaves no database behind', async () => {
  const name = await createDatabase();
  const dataDir = makeFolder();
  await restoreInto(name, dataDir);
  await withDatabase(name, async (client) => {
    await client.query(`update orders set status = 'canceled'`);
    await client.query('alter table orders drop constraint orders_total_adds_up');
    await client.query('update orders set grand_total = grand_total + 1');
    await client.query('alter table inventory drop constraint inventory_never_oversold');
    await client.query('update inventory set quantity = -1 where id = (select min(id) from inventory)');
    await client.query('update wallets set balance = balance + 1');
    await client.query(
      `insert into refunds (id, order_id, attempt_id, amount, coins, reason, state, created_at, updated_at)
       select gen_random_uuid(), order_id, id, amount + 1, 7, 'goodwill', 'requested', now(), now() from payment_attempts`,
    );
  });
  const env = { DATABASE_URL: databaseUrl(name), DATA_DIR: dataDir };
  const path = join(folder, 'wrong.backup');
  expect((await run('backup', [path], env)).code).toBe(0);
  const verification = await run('backup', ['--verify', path], env);
  expect(verification.code).toBe(1);
  expect(verification.out.split('\n').filter((line) => line.startsWith('WRONG '))).toHaveLength(6);
  expect(verification.out).toContain(order.order_number);
  expect(await listDatabases(name)).toEqual([name]);
});

test('a folder gets a dated backup and loses expired ones, and nothing else', async () => {
  const backups = makeFolder();
  const name = new URL(SHOP).pathname.slice(1);
  const old = ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'].map((at) => formatDatedName(name, new Date(at)));
  for (const file of old) writeFileSync(join(backups, file), readFileSync(encryptedFile));
  const others = ['notes.txt', formatDatedName('another_shop', new Date(0)), formatDatedName(name, new Date(0))];
  for (const file of others) writeFileSync(join(backups, file), 'not a backup');
  const partFile = join(backups, `.${old[0]}.1.part`);
  writeFileSync(partFile, 'of a killed backup');
  utimesSync(partFile, new Date(0), new Date(0));
  const env = { DATABASE_URL: SHOP, DATA_DIR: server.config.dataDir, BACKUP_KEY_FILE: keyFile, BACKUP_KEEP: '2,0,0' };
  const { code, out } = await run('backup', [`${backups}/`], env);
  expect(code).toBe(0);
  const [newBackup = ''] = readdirSync(backups).filter((file) => out.includes(file));
  expect(readdirSync(backups).toSorted()).toEqual([...others, old[1], newBackup].toSorted());
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a backup and leaves no file behind', async (signal) => {
  const backups = makeFolder();
  const env = { DATABASE_URL: SHOP, DATA_DIR: server.config.dataDir };
  const { child, output } = startFile(join(import.meta.dirname, 'backup-cli.ts'), [`${backups}/`], env);
  await withDatabase(new URL(SHOP).pathname.slice(1), async (client) => {
    // pg_dump waits for this lock.
    await client.query('begin; lock table banners in access exclusive mode');
    await expect.poll(() => readdirSync(backups)).toHaveLength(1);
    child.kill(signal);
    const { code, err } = await output;
    expect([code, err]).toEqual([1, expect.stringContaining('Interrupted: no backup was made')]);
  });
  expect(readdirSync(backups)).toEqual([]);
});

test('expired backups that cannot be removed are named, and the others are removed', async () => {
  const backups = makeFolder();
  const name = new URL(SHOP).pathname.slice(1);
  const [closed = '', old = ''] = ['2020-01-02T00:00:00Z', '2020-01-01T00:00:00Z'].map((at) =>
    formatDatedName(name, new Date(at)),
  );
  mkdirSync(join(backups, closed));
  writeFileSync(join(backups, old), readFileSync(encryptedFile));
  const env = { DATABASE_URL: SHOP, DATA_DIR: server.config.dataDir, BACKUP_KEY_FILE: keyFile, BACKUP_KEEP: '1,0,0' };
  const { code, out, err } = await run('backup', [`${backups}/`], env);
  expect([code, err]).toEqual([1, expect.stringMatching(/The backup is made, but .* cannot be removed/)]);
  expect(err).toContain(closed);
  expect(readdirSync(backups)).not.toContain(old);
  expect(existsSync(out.trim())).toBe(true);
});

test('a restore that fails in the middle leaves the shop as it is', async () => {
  const name = await createDatabase();
  const dataDir = makeFolder();
  await restoreInto(name, dataDir);
  const env = { DATABASE_URL: databaseUrl(name), DATA_DIR: dataDir, BACKUP_KEY_FILE: keyFile };
  // PostgreSQL's own programs read PGOPTIONS; ours do not.
  const readOnly = { ...env, PGOPTIONS: '-c default_transaction_read_only=on' };
  const failure = await run('restore', [encryptedFile, '--overwrite'], readOnly);
  expect([failure.code, failure.err]).toEqual([
    1,
    expect.stringMatching(/pg_restore failed: .*read-only transaction/s),
  ]);

  await withDatabase(name, (client) =>
    client.query(`update migrations set tag = '9999_another' where tag = (select max(tag) from migrations)`),
  );
  const path = join(folder, 'another-version.backup');
  expect((await run('backup', [path], env)).code).toBe(0);
  const refusal = await run('restore', [path, '--overwrite'], env);
  expect([refusal.code, refusal.err]).toEqual([1, expect.stringContaining('9999_another')]);

  expect(await listDatabases(name)).toEqual([name]);
  expect(readdirSync(dataDir).filter((entry) => entry.startsWith('.'))).toEqual([]);
  const { rows } = await withDatabase(name, (client) => client.query('select max(tag) as tag from migrations'));
  expect(rows).toEqual([{ tag: '9999_another' }]);
});

test('names what to do where the role may not create databases, or there is no shop', async () => {
  const name = await createDatabase();
  const dataDir = makeFolder();
  const empty = await run('backup', [join(folder, 'empty.backup')], {
    DATABASE_URL: databaseUrl(name),
    DATA_DIR: dataDir,
  });
  expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('holds no shop')]);
  expect(readdirSync(folder).filter((file) => file.includes('empty'))).toEqual([]);

  const role = `shop_backup_role_${process.pid}`;
  await withServer((client) => client.query(`create role ${role} login password 'secret'`));
  try {
    const url = new URL(databaseUrl(name));
    url.username = role;
    url.password = 'secret';
    const env = { DATABASE_URL: url.href, DATA_DIR: dataDir, BACKUP_KEY_FILE: keyFile };
    const refusal = await run('restore', [encryptedFile], env);
    expect([refusal.code, refusal.err]).toEqual([1, expect.stringContaining(`alter role "${role}" createdb`)]);
  } finally {
    await withServer((client) => client.query(`drop role ${role}`));
  }
});
