/** `npm run doctor` against real servers and closed ports. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@shop/core/time';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { backupNameOf, formatDatedName } from '../backup/dated-backups.ts';
import { readConfig } from '../config.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { engine, fillDataFolder, testDatabase } from '../testing/database/test-database.ts';
import { findFreePort } from '../testing/processes/free-port.ts';
import { PROCESS_ENV } from '../testing/processes/process-env.ts';
import { testRedisUrl } from '../testing/redis.ts';
import { runCheck } from './check.ts';
import { judgeConnections } from './check-database.ts';
import { checkBackup, judgeCertificate, judgeDisk } from './check-machine.ts';
import { judgeClock } from './clock.ts';
import { examineShop } from './doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-doctor-'));
const database = engine() === 'postgres' ? await testDatabase() : undefined;
const dataDir = join(folder, 'data');
if (database === undefined) await fillDataFolder(dataDir);
else mkdirSync(dataDir);
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) server.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const SETTINGS = { DATA_DIR: dataDir, ...(database?.url !== undefined && { DATABASE_URL: database.url }) };
const PASSWORD = 'hunter2-of-the-mail';
/** Settings of production. Its database and its mail server do not respond, as no server listens on that port. */
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: 's'.repeat(64),
  PUBLIC_URL: 'http://127.0.0.1:1',
  DATABASE_URL: 'postgres://127.0.0.1:1/shop',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

async function listen<S extends Server>(server: S): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as AddressInfo).port;
}

/** Returns the findings about one subject with these settings. */
async function examine(subject: string, env: Record<string, string> = {}, now = new Date()) {
  const findings = await examineShop({ ...SETTINGS, ...env }, { now });
  return findings.filter((each) => each.subject === subject);
}

const ok = (text: unknown) => [expect.objectContaining({ needsAction: false, text })];
const todo = (text: unknown) => [expect.objectContaining({ needsAction: true, text })];
const containing = (text: string): unknown => expect.stringContaining(text);
const matching = (text: RegExp): unknown => expect.stringMatching(text);

describe('settings', () => {
  test('valid ones', async () => expect(await examine('settings')).toEqual(ok('valid')));

  test('a malformed one is the only line, and names it', async () => {
    const findings = await examineShop({ ...SETTINGS, PORT: 'abc' });
    expect(findings).toEqual(todo(matching(/^PORT must be a whole number/)));
  });

  test('production without SMTP_URL', async () => {
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      APP_SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://localhost/shop',
    };
    expect(await examine('settings', env)).toEqual(
      todo(containing('SMTP_URL must be set when NODE_ENV is production')),
    );
  });
});

describe('database', () => {
  test('version, extensions, encoding, collation and time zone', async () => {
    const findings = await examineShop(SETTINGS);
    const subjects = ['database', 'extensions', 'encoding', 'collation', 'time zone'];
    const ours = findings.filter(({ subject }) => subjects.includes(subject));
    expect(ours.map(({ subject }) => subject)).toEqual(subjects);
    expect(ours.filter(({ needsAction }) => needsAction)).toEqual([]);
    expect(ours[0]?.text).toMatch(engine() === 'postgres' ? /^PostgreSQL \d+/ : /^embedded/);
    expect(ours[4]?.text).toMatch(/Asia\/Kuala_Lumpur/);
  });

  test.runIf(engine() === 'postgres')('connections for the processes, and the clock', async () => {
    expect(await examine('connections')).toEqual(ok(matching(/^\d+ for 1 process/)));
    expect(await examine('clock')).toEqual(ok(matching(/^0\.\d s from that of the database$/)));
    const findings = await examineShop(SETTINGS, { processes: 999 });
    expect(findings.filter(({ subject }) => subject === 'connections')).toEqual(
      todo(containing('raise max_connections by at least')),
    );
  });

  test('a closed port, without the password', async () => {
    const url = `postgres://shop:${PASSWORD}@127.0.0.1:1/shop`;
    const findings = await examine('database', { DATABASE_URL: url });
    expect(findings).toEqual(todo(containing('127.0.0.1:1/shop cannot be reached')));
    expect(JSON.stringify(findings)).not.toContain(PASSWORD);
  });

  test.runIf(engine() === 'embedded')('embedded: in use by the open shop, and before the first start', async () => {
    const open = await openEmbedded(dataDir);
    expect(await examine('database')).toEqual(ok(containing('in use by the shop')));
    await open.close();
    const unused = join(folder, 'unused');
    expect(await examine('database', { DATA_DIR: unused })).toEqual(ok(containing('the first start makes it')));
  });

  test.each([
    [20, 1, false],
    [19, 1, true],
    [50, 4, false],
    [49, 4, true],
  ])('%i connections for %i processes: to do is %s', (available, processes, needsAction) => {
    expect(judgeConnections(available, processes).needsAction).toBe(needsAction);
  });
});

describe('mail', () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === 'shop' && password === PASSWORD) done(null, { user: username });
      else done(new Error(`Invalid login with ${password}`));
    },
  });
  afterAll(() => void server.close());
  const port = new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port));
  });

  test('stored without SMTP_URL', async () => expect(await examine('mail')).toEqual(ok(containing('not sent'))));

  test('the server accepts the login', async () => {
    const url = `smtp://shop:${PASSWORD}@127.0.0.1:${await port}`;
    expect(await examine('mail', { SMTP_URL: url })).toEqual(ok(containing('accepts the login')));
  });

  test('in production mails come from an address of the shop, not of the template', async () => {
    const env = { ...PRODUCTION, SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:${await port}` };
    const template = await examine('mail', { ...env, MAIL_FROM: 'Shop <hello@shop.example>' });
    expect(template.slice(1)).toEqual(todo(containing('set MAIL_FROM')));
    expect(await examine('mail', { ...env, MAIL_FROM: 'Shop <hello@shop.my>' })).toHaveLength(1);
  });

  test('the server refuses the login: the password is not shown', async () => {
    const url = `smtp://shop:wrong-password@127.0.0.1:${await port}`;
    const findings = await examine('mail', { SMTP_URL: url });
    expect(findings).toEqual(todo(containing('Invalid login')));
    expect(JSON.stringify(findings)).not.toContain('wrong-password');
  });

  test('a closed port', async () => {
    expect(await examine('mail', { SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual(todo(containing('ECONNREFUSED')));
  });

  test('a server that never responds is given up within seconds', async () => {
    const silent = await listen(createServer((socket) => socket.on('error', () => {})));
    expect(await examine('mail', { SMTP_URL: `smtp://127.0.0.1:${silent}` })).toEqual(
      todo(matching(/Greeting never received|Timeout/)),
    );
  });
});

describe('gateway', () => {
  const account = { IPAY88_MERCHANT_CODE: 'M00003', IPAY88_MERCHANT_KEY: 'apple-of-the-key' };

  test('stand-ins without an account', async () => {
    expect(await examine('gateway')).toEqual(ok(containing('stand-ins')));
  });

  test.each([
    ['right', 0, false, /^\d\.\d s from that of iPay88$/],
    ['a minute behind', -60_000, true, /ahead of that of iPay88; synchronize/],
    ['a minute ahead', 60_000, true, /behind that of iPay88; synchronize/],
  ])('responds with any status; its clock is %s', async (_, aheadMs, needsAction, text) => {
    const port = await listen(
      createHttpServer((_request, response) => {
        response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
        response.writeHead(404).end();
      }),
    );
    const findings = await examineShop({ ...SETTINGS, ...account, IPAY88_URL: `http://127.0.0.1:${port}/epayment` });
    expect(findings).toContainEqual({
      subject: 'gateway',
      needsAction: false,
      text: `iPay88 responds at 127.0.0.1:${port}`,
    });
    expect(findings).toContainEqual({ subject: 'clock', needsAction, text: expect.stringMatching(text) });
  });

  test('a closed port', async () => {
    const findings = await examine('gateway', { ...account, IPAY88_URL: 'http://127.0.0.1:2/epayment' });
    expect(findings).toEqual(todo(containing('let the connection through')));
  });
});

describe('Redis', () => {
  test('not set', async () => expect(await examine('Redis')).toEqual(ok(containing('not set'))));

  test.runIf(testRedisUrl() !== undefined)('responds', async () => {
    expect(await examine('Redis', { REDIS_URL: testRedisUrl() ?? '' })).toEqual(ok(containing('responds')));
  });

  test('a closed port', async () => {
    const findings = await examine('Redis', { REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:1` });
    expect(findings).toEqual(todo(containing('ECONNREFUSED')));
    expect(JSON.stringify(findings)).not.toContain(PASSWORD);
  });
});

describe('proxy and certificate', () => {
  test('http needs neither', async () => {
    expect(await examine('proxy')).toEqual(ok(containing('without TLS')));
    expect(await examine('certificate')).toEqual([]);
  });

  test('https without TRUST_PROXY, and with it', async () => {
    const env = { PUBLIC_URL: 'https://127.0.0.1:1' };
    expect(await examine('proxy', env)).toEqual(todo(containing('set TRUST_PROXY')));
    expect(await examine('proxy', { ...env, TRUST_PROXY: '1' })).toEqual(ok('TRUST_PROXY is set'));
    expect(await examine('certificate', env)).toEqual(todo(containing('does not respond over TLS')));
  });

  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=localhost'];
  const openssl = spawnSync('openssl', [...options, '-keyout', key, '-out', certificate]);

  test.runIf(openssl.status === 0)('one that clients refuse, and one that ends soon', async () => {
    const port = await listen(createHttpsServer({ key: readFileSync(key), cert: readFileSync(certificate) }));
    const env = { PUBLIC_URL: `https://127.0.0.1:${port}` };
    expect(await examine('certificate', env)).toEqual(todo(containing('clients refuse that of 127.0.0.1')));
    const later = new Date(Date.now() + 20 * 24 * HOUR_MS);
    expect(await examine('certificate', env, later)).toEqual(todo(matching(/ends in 9 days: renew it/)));
    expect(await examine('certificate', { ...env, OFFICE_HOST: 'localhost' })).toEqual([
      expect.objectContaining({ text: containing('that of 127.0.0.1') }),
      expect.objectContaining({ text: containing('that of localhost') }),
    ]);
  });

  test('in production the address leads to a shop that is ready', async () => {
    let status = 200;
    const proxy = createHttpServer((request, response) => {
      response.writeHead(request.url === '/api/health/ready' ? status : 404).end();
    });
    const env = { PUBLIC_URL: `http://127.0.0.1:${await listen(proxy)}` };
    expect(await examine('address', env)).toEqual([]);
    expect(await examine('address', { ...PRODUCTION, ...env })).toEqual(ok(containing('leads to the shop')));
    status = 502;
    expect(await examine('address', { ...PRODUCTION, ...env })).toEqual(todo(containing('responds 502')));
    status = 503;
    expect(await examine('address', { ...PRODUCTION, ...env })).toEqual(todo(containing('not ready')));
    const closed = { ...PRODUCTION, PUBLIC_URL: `http://127.0.0.1:${await findFreePort()}` };
    expect(await examine('address', closed)).toEqual(todo(containing('ECONNREFUSED')));
  });

  const now = new Date('2026-11-01T00:00:00Z');
  test.each([
    ['2026-11-15T00:00:00Z', null, false],
    ['2026-11-14T23:00:00Z', null, true],
    ['2026-10-14T00:00:00Z', null, true],
    ['2027-01-01T00:00:00Z', 'SELF_SIGNED', true],
  ])('one until %s, refused for %s: to do is %s', (end, refusal, needsAction) => {
    expect(judgeCertificate('shop.example', new Date(end), refusal, now).needsAction).toBe(needsAction);
  });
});

describe('disk and backup', () => {
  test('free space', async () => {
    expect(await examine('disk')).toHaveLength(1);
    expect(judgeDisk('/data', 1024 ** 3)).toMatchObject({ needsAction: false, text: '1.0 GB free at /data' });
    expect(judgeDisk('/data', 1024 ** 3 - 1).needsAction).toBe(true);
  });

  test('the newest dated backup of this database counts; older than 26 hours is to do', async () => {
    const backups = join(folder, 'backups');
    const name = backupNameOf(database?.url);
    expect(await examine('backup')).toEqual(ok(containing('not checked')));
    expect(await examine('backup', { BACKUP_DIR: backups })).toEqual(todo(containing('cannot be read')));
    mkdirSync(backups);
    const now = new Date('2026-11-27T19:00:00Z');
    const examineBackups = () => examine('backup', { BACKUP_DIR: backups }, now);
    const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
    const write = (file: string, content: string) => writeFileSync(join(backups, file), content);
    const encrypted = 'SHOPBAK1 and what follows';
    write(formatDatedName(name, at(1)), '');
    write(formatDatedName(name, at(2)), 'not a backup');
    write(formatDatedName('another_shop', at(3)), encrypted);
    write(`.${formatDatedName(name, at(4))}.1.part`, encrypted);
    write('notes.txt', 'written now');
    mkdirSync(join(backups, formatDatedName(name, at(5))));
    expect(await examineBackups()).toEqual(todo(containing(`no readable dated backup of ${name}: make one`)));
    write(formatDatedName(name, at(26.1)), encrypted);
    expect(await examineBackups()).toEqual(todo(containing('26.1 hours old')));
    write(formatDatedName(name, at(25.9)), encrypted);
    expect(await examineBackups()).toEqual(ok('the newest is 25.9 hours old'));
  });

  test('a key file that cannot be read or is malformed is to do', async () => {
    const keyFile = join(folder, 'backup-key');
    const examineKey = async () => (await examine('backup', { BACKUP_KEY_FILE: keyFile })).slice(1);
    expect(await examineKey()).toEqual(todo(containing('BACKUP_KEY_FILE cannot be read')));
    writeFileSync(keyFile, 'too short');
    expect(await examineKey()).toEqual(todo(containing('BACKUP_KEY_FILE must hold 32 bytes')));
    writeFileSync(keyFile, Buffer.alloc(32));
    expect(await examineKey()).toEqual([]);
  });

  test('in production, backups without a key are to do', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/shop', BACKUP_DIR: folder };
    const check = async (more = {}) => (await checkBackup(readConfig({ ...env, ...more }), new Date())).slice(1);
    expect(await check()).toEqual([]);
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      APP_SECRET: 's'.repeat(64),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'hello@shop.example',
    };
    expect(await check(production)).toEqual(todo(containing('set BACKUP_KEY_FILE')));
  });
});

test.each([
  [5_000, false],
  [5_001, true],
  [-5_000, false],
  [-5_001, true],
])('a clock %i ms away: to do is %s', (aheadMs, needsAction) => {
  expect(judgeClock('the database', aheadMs).needsAction).toBe(needsAction);
});

test('a check without a result, or that fails, is one line', async () => {
  expect(await runCheck('mail', () => new Promise(() => {}), 50)).toEqual(todo('no result within 0.05 s'));
  const failing = () => Promise.reject(new Error('of\ntwo lines'));
  expect(await runCheck('mail', failing)).toEqual(todo('of two lines'));
});

describe('npm run doctor', () => {
  function run(env: Record<string, string>, args: string[] = []) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'doctor-cli.ts'), ...args], {
      env: { ...PROCESS_ENV, ...SETTINGS, ...env },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, out, err }));
    });
  }

  test('prints a line each and exits with 0', async () => {
    const { code, out, err } = await run({});
    expect(err).toBe('');
    for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^ok {4}\S/);
    expect(code).toBe(0);
  });

  test('exits with 1 where something must be done', async () => {
    const { code, out, err } = await run({ SMTP_URL: `smtp://shop:${PASSWORD}@127.0.0.1:1` });
    expect(err).toBe('');
    expect(out).toMatch(/^TO DO mail {9}127\.0\.0\.1:1: /m);
    expect(out).not.toContain(PASSWORD);
    expect(code).toBe(1);
  });

  test('a wrong argument is one line', async () => {
    expect(await run({}, ['--processes', '0'])).toEqual({
      code: 1,
      out: '',
      err: '--processes must be from 1 to 999\n',
    });
  });
});
