import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, hashPassword } from './identity/sign-in/passwords.ts';
import { writeTemplate } from './shop-folder/template.ts';
import { engine, fillDataFolder, isSecondEngine, testDatabase } from './testing/database/test-database.ts';
import { findFreePort } from './testing/processes/free-port.ts';
import { PROCESS_ENV } from './testing/processes/process-env.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop main '));
const database = engine() === 'postgres' ? await testDatabase() : undefined;
if (database === undefined) await fillDataFolder(join(folder, 'data'));
/** A guest's token; an unknown one starts a cart. */
const GUEST = 'gEEEEEEEEEEEEEEEEEEEEEEEEE';
const children = new Set<ChildProcess>();

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

function listen(): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });
}

/** Returns whether new connections are accepted. */
function acceptsConnections(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

type MainRun = {
  child: ChildProcess;
  url: string;
  /** Returns what it has printed so far, and how it ended. */
  output(): string;
  /** Waits until the shop is open for the `times`-th time; returns the output until then. */
  open(times?: number): Promise<string>;
  /** Waits for the exit. */
  ended: Promise<{ code: number | null; out: string; err: string }>;
};

/**
 * Starts the shop with settings over those of this file's database; `args`: what Node runs instead of the server alone.
 */
function start(env: Record<string, string>, args: readonly string[] = ['server/main.ts']): MainRun {
  const child = spawn(process.execPath, args, {
    env: {
      ...PROCESS_ENV,
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database?.url ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => {
      children.delete(child);
      resolve({ code, out, err });
    });
  });
  return {
    child,
    ended,
    url: `http://127.0.0.1:${env.PORT}`,
    output: () => `${out}${err} (exit code ${child.exitCode})`,
    async open(times = 1) {
      while (out.split('The shop is open at').length <= times) {
        if (child.exitCode !== null) throw new Error(`It ended: ${err}`);
        await sleep(20);
      }
      return out;
    },
  };
}

/** Expects one line on standard error, exit code 1 and no other output. */
async function expectOneLine(env: Record<string, string>, line: RegExp, withinMs = 15_000): Promise<void> {
  const startedAt = performance.now();
  const { code, err } = await start({ PORT: '3000', ...env }).ended;
  expect(err).toMatch(line);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(withinMs);
}

describe.skipIf(isSecondEngine)('"a malformed setting: one clear line, exit code 1, nothing damaged"', () => {
  test.each([
    ['PORT', 'abc', /^PORT must be a whole number from 1 to 65535/],
    ['PORT', '70000', /^PORT must be/],
    ['BACKUP_KEEP', '7', /^BACKUP_KEEP must be numbers of days, weeks and months/],
    ['DATABASE_WAIT_SECONDS', 'long', /^DATABASE_WAIT_SECONDS must be/],
    ['DATABASE_URL', 'mysql://x', /^DATABASE_URL must be an address that begins with postgres:/],
    ['SMTP_URL', 'mail.example', /^SMTP_URL must be/],
    ['PUBLIC_URL', 'shop.example', /^PUBLIC_URL must be/],
    ['CORS_ORIGINS', 'https://a.example, nonsense', /^CORS_ORIGINS must be/],
    ['REDIS_URL', 'localhost:6379', /^REDIS_URL must be an address such as redis:/],
    ['REDIS_URL', 'redis://127.0.0.1/first', /^REDIS_URL must be/],
    ['REDIS_URL', 'redis://:100%@127.0.0.1', /^REDIS_URL must be/],
    ['ROLE', 'boss', /^ROLE must be all, web or worker/],
    ['APP_SECRET', 'short', /^APP_SECRET must have/],
    ['APP_ANDROID_FINGERPRINTS', '1A:2B', /^APP_ANDROID_FINGERPRINTS must be SHA-256 fingerprints/],
    ['RATE_LIMIT', '0', /^RATE_LIMIT must be/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be/],
    ['TRUST_PROXY', 'abc', /^TRUST_PROXY must be/],
    ['TRUST_PROXY', '10.0.0.1, 999.1.1.1', /^TRUST_PROXY must be/],
    ['TRUST_PROXY', '::/0', /^TRUST_PROXY must be/],
    ['DATA_DIR', 'package.json', /^DATA_DIR cannot be written to/],
    ['DATA_DIR', '/proc/shop', /^DATA_DIR cannot be written to/],
    ['NODE_ENV', 'prod', /^NODE_ENV must be development, test or production, or not set: it is "prod"/],
    ['NODE_ENV', 'production', /^PUBLIC_URL must be set when NODE_ENV is production/],
  ])('%s=%s', (name, value, line) => expectOneLine({ [name]: value }, line));
});

test.skipIf(isSecondEngine)('"a busy port: one clear line, exit code 1"', async () => {
  const { server, port } = await listen();
  await expectOneLine({ PORT: String(port) }, new RegExp(`^PORT ${port} is in use by another process`));
  server.close();
});

/** Makes settings of a shop whose database is not there yet. */
async function makeLateDatabaseSettings(databasePort: number): Promise<Record<string, string>> {
  return { PORT: String(await findFreePort()), DATABASE_URL: `postgres://shop:hush@127.0.0.1:${databasePort}/shop` };
}

describe.skipIf(isSecondEngine)('a database that comes later', () => {
  test('"an unreachable DATABASE_URL: one clear line, exit code 1", without its password, where no wait is set', async () => {
    await expectOneLine(
      { ...(await makeLateDatabaseSettings(await findFreePort())), DATABASE_WAIT_SECONDS: '0' },
      /^DATABASE_URL: the database at 127\.0\.0\.1:\d+\/shop cannot be reached: connect ECONNREFUSED/,
    );
  });

  test('the start waits for it up to DATABASE_WAIT_SECONDS, with one line a second', async () => {
    const startedAt = performance.now();
    const { code, out, err } = await start({
      ...(await makeLateDatabaseSettings(await findFreePort())),
      DATABASE_WAIT_SECONDS: '3',
    }).ended;
    expect(performance.now() - startedAt).toBeGreaterThan(3_000);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(4);
    for (const line of lines)
      expect(line).toMatch(/^Waiting for the database at 127\.0\.0\.1:\d+\/shop: .*ECONNREFUSED/);
    expect(err).toMatch(/^DATABASE_URL: the database at .* cannot be reached: connect ECONNREFUSED .*\n$/);
    expect(code).toBe(1);
    expect(out + err).not.toContain('hush');
  });

  test.runIf(engine() === 'postgres')('the shop opens once it is there', async () => {
    const url = new URL(database?.url ?? '');
    const port = await findFreePort();
    const ours = new URL(url);
    ours.hostname = '127.0.0.1';
    ours.port = String(port);
    const shop = start({ PORT: String(await findFreePort()), DATABASE_URL: ours.href });
    if (shop.child.stdout !== null) await once(shop.child.stdout, 'data');
    const proxy = createServer((near) => {
      const far = connect(Number(url.port || 5432), url.hostname);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on('error', () => {});
    }).listen(port, '127.0.0.1');
    expect(await shop.open()).toMatch(/^Waiting for the database/);
    shop.child.kill('SIGTERM');
    expect((await shop.ended).code).toBe(0);
    proxy.close();
  });

  test.runIf(engine() === 'postgres')('the shop opens without its replica, and says so in one line', async () => {
    const replica = `postgres://shop:hush@127.0.0.1:${await findFreePort()}/shop`;
    const shop = start({ PORT: String(await findFreePort()), DATABASE_REPLICA_URL: replica });
    const output = await shop.open();
    const lines = output.split('\n').filter((line) => line.includes('replica'));
    expect(lines).toEqual([
      expect.stringMatching(
        /^DATABASE_REPLICA_URL: the replica at 127\.0\.0\.1:\d+\/shop cannot be reached: .*ECONNREFUSED/,
      ),
    ]);
    expect((await fetch(`${shop.url}/api/products?limit=1`)).status).toBe(200);
    shop.child.kill('SIGTERM');
    const { code, out, err } = await shop.ended;
    expect(code).toBe(0);
    expect(out + err).not.toContain('hush');
  });

  test.runIf(engine() === 'postgres')('a database that does not exist ends the start at once', async () => {
    const url = new URL(database?.url ?? '');
    url.pathname = '/no_such_database';
    await expectOneLine(
      { PORT: String(await findFreePort()), DATABASE_URL: url.href },
      /^DATABASE_URL: the database at .*\/no_such_database cannot be reached: database "no_such_database" does not exist/,
    );
  });

  test('a refused password ends the start at once', async () => {
    // PostgreSQL's answer to a wrong password.
    const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed for user "shop"', '', ''].join('\0');
    const head = Buffer.alloc(5, 'E');
    head.writeInt32BE(4 + fields.length, 1);
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await expectOneLine(
      await makeLateDatabaseSettings((server.address() as AddressInfo).port),
      /^DATABASE_URL: .* cannot be reached: password authentication failed for user "shop"/,
    );
    server.close();
  });
});

describe('"Ctrl-C and SIGTERM finish requests in flight and close the database"', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s', async (signal) => {
    const shop = start({ PORT: String(await findFreePort()) });
    await shop.open();
    const { port } = new URL(shop.url);
    const request = connect(Number(port), '127.0.0.1');
    let response = '';
    request.on('data', (chunk) => (response += chunk));
    const responseEnd = new Promise((resolve) => request.on('close', resolve));
    const body = '{"items":[]}';
    request.write(
      `PUT /api/cart HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${GUEST}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
    );
    // The server is already reading the request when the signal arrives.
    await sleep(300);
    shop.child.kill(signal);
    await sleep(300);
    request.write(body.slice(1));
    await responseEnd;
    expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(response).toMatch(/"success":true/);
    const { code, err } = await shop.ended;
    expect(err).toBe('');
    expect(code).toBe(0);
    await expect(fetch(shop.url)).rejects.toThrow();
  });

  test('clients that never finish their request leave time for jobs and database to close', async () => {
    const shop = start({ PORT: String(await findFreePort()) });
    await shop.open();
    const { port } = new URL(shop.url);
    const head = `PUT /api/cart HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${GUEST}\r\n`;
    const partialRequests = [`${head}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{`, head];
    for (const part of partialRequests) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      await new Promise((resolve) => socket.write(part, resolve));
    }
    // This request is answered only after the server has read the parts above.
    expect((await fetch(`${shop.url}/api/health/live`)).status).toBe(200);
    shop.child.kill('SIGTERM');
    const { code, err } = await shop.ended;
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  test('also requests that the system has accepted and the shop has not read yet', async () => {
    const shop = start({ PORT: String(await findFreePort()) });
    await shop.open();
    const { port } = new URL(shop.url);
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const responses = sockets.map((socket, n) => {
      socket.write(`GET /api/products?limit=100&keyword=a${n} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
      return text(socket);
    });
    shop.child.kill('SIGTERM');
    for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
    expect((await shop.ended).code).toBe(0);
  });
});

/** Counts of what the clients saw while the shop was stopped. */
type ConnectionCounts = { answered: number; ended: number; resets: string[] };

/** Counts the whole responses in a text of one character a byte. */
function countResponses(received: string): number {
  for (let count = 0, at = 0; ; count++) {
    const headEnd = received.indexOf('\r\n\r\n', at);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(at, headEnd)) ?? [];
    at = headEnd + 4 + Number(length);
    if (headEnd === -1 || at > received.length) return count;
  }
}

/**
 * Sends requests over and over, `batchSize` at once and over connections that stay open, until the shop accepts no
 * more. A reset: an error on an open connection, or its end before every response.
 */
async function sendUntilRefused(
  { port }: URL,
  batchSize: number,
  pauseMs: number,
  counts: ConnectionCounts,
): Promise<void> {
  const request = `GET /api/products?limit=5&keyword=tea HTTP/1.1\r\nHost: shop\r\n\r\n`;
  for (;;) {
    const socket = connect(Number(port), '127.0.0.1');
    const failure = await once(socket, 'connect').then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (failure === 'ECONNREFUSED') return;
    if (failure !== null) {
      counts.resets.push(failure);
      continue;
    }
    let received = '';
    let wake = () => {};
    let end: string | null = null;
    const finish = (how: string) => {
      end ??= how;
      wake();
    };
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    socket.on('close', () => finish('closed'));
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      wake();
    });
    while (end === null) {
      received = '';
      socket.write(request.repeat(batchSize));
      const responses = () => countResponses(received);
      while (end === null && responses() < batchSize) await new Promise<void>((resolve) => (wake = resolve));
      counts.answered += responses();
      if (responses() < batchSize) counts.resets.push(`${end} after ${responses()} of ${batchSize} responses`);
      const isLast = received.includes('Connection: close');
      if (isLast) counts.ended++;
      while (isLast && end === null) await new Promise<void>((resolve) => (wake = resolve));
      if (end === null && pauseMs > 0) await sleep(pauseMs);
    }
    if (end !== 'closed') counts.resets.push(end);
  }
}

test.skipIf(isSecondEngine)('SIGTERM under load resets no connection, in any of four runs', async () => {
  for (let run = 0; run < 4; run++) {
    const shop = start({ PORT: String(await findFreePort()), RATE_LIMIT: '1000000' });
    await shop.open();
    const counts: ConnectionCounts = { answered: 0, ended: 0, resets: [] };
    const clients = [1, 1, 1, 1, 1, 1, 4, 4].flatMap((batchSize, n) =>
      [0, 7 * n].map((pauseMs) => sendUntilRefused(new URL(shop.url), batchSize, pauseMs, counts)),
    );
    await sleep(500);
    shop.child.kill('SIGTERM');
    await Promise.all(clients);
    expect(counts.resets).toEqual([]);
    expect(counts.answered).toBeGreaterThan(clients.length);
    expect(counts.ended).toBeGreaterThan(0);
    expect((await shop.ended).code).toBe(0);
  }
});

test.runIf(engine() === 'embedded')(
  '"a second process on the same data folder: one clear line"; after kill -9 it is free',
  async () => {
    const first = start({ PORT: String(await findFreePort()) });
    await first.open();
    await expectOneLine(
      { PORT: String(await findFreePort()) },
      /^Another process, such as the open shop, is already using the data folder/,
    );
    expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start({ PORT: String(await findFreePort()) });
    await second.open();
    expect((await fetch(`${second.url}/api/products?limit=1`)).status).toBe(200);
  },
);

test.runIf(engine() === 'postgres')('two processes that start together migrate once and both open', async () => {
  const both = [start({ PORT: String(await findFreePort()) }), start({ PORT: String(await findFreePort()) })];
  await Promise.all(both.map((shop) => shop.open()));
  for (const { url } of both) expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
});

test.runIf(engine() === 'postgres')('accepts connections only once its jobs have started', async () => {
  // Makes the tables of jobs.
  const earlier = start({ PORT: String(await findFreePort()) });
  await earlier.open();
  earlier.child.kill('SIGTERM');
  await earlier.ended;
  const holder = await database?.pool.connect();
  await holder?.query('begin; lock table pgboss.schedule in share mode');
  const shop = start({ PORT: String(await findFreePort()) });
  // Others wait for the table too: pg-boss notes there the last job of each schedule.
  const readState = async () => {
    const result = await database?.db.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query ~* 'insert into pgboss.schedule'`,
    );
    return { waiting: result?.rows.length, output: shop.output() };
  };
  try {
    await expect.poll(readState).toMatchObject({ waiting: 1 });
    expect(await acceptsConnections(shop.url)).toBe(false);
  } finally {
    await holder?.query('rollback');
    holder?.release();
  }
  await shop.open();
});

// Windows has no SIGUSR2.
describe.skipIf(process.platform === 'win32')('an unknown exception', () => {
  /** Makes the server write its process id, and throw on SIGUSR2. */
  const fault = `if (process.argv[1]?.endsWith('main.ts')) {
    console.log('process ' + process.pid + ';');
    process.on('SIGUSR2', () => { throw new Error('unforeseen'); });
  }`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`;

  test('ends the process with its own exit code; requests in flight are finished and the cause is logged', async () => {
    const shop = start({ PORT: String(await findFreePort()), NODE_OPTIONS });
    await shop.open();
    const request = connect(Number(new URL(shop.url).port), '127.0.0.1');
    const response = text(request);
    const body = '{"items":[]}';
    request.write(
      `PUT /api/cart HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${GUEST}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
    );
    // The server is already reading the request when the exception is thrown.
    await sleep(300);
    shop.child.kill('SIGUSR2');
    while (await acceptsConnections(shop.url)) await sleep(20);
    request.write(body.slice(1));
    expect(await response).toMatch(/^HTTP\/1\.1 200 OK/);
    const { code, out } = await shop.ended;
    expect(code).toBe(70);
    expect(out).toMatch(/"message":"unforeseen".*"msg":"an unknown exception ends the process"/);
  });

  test('restarts the process; SIGTERM then ends both processes', async () => {
    const script = `const { handOver } = await import('./tools/ready.mjs'); handOver(['server/main.ts'], { restarts: true });`;
    const shop = start({ PORT: String(await findFreePort()), NODE_OPTIONS }, ['--input-type=module', '-e', script]);
    const readPid = (out: string) =>
      Number(
        out
          .match(/process \d+;/g)
          ?.at(-1)
          ?.slice('process '.length, -1),
      );
    const first = readPid(await shop.open());
    process.kill(first, 'SIGUSR2');
    const second = readPid(await shop.open(2));
    expect(second).not.toBe(first);
    // Until the database has answered in time, a busy machine's shop is not ready.
    await expect.poll(async () => (await fetch(`${shop.url}/api/health/ready`)).status).toBe(200);
    shop.child.kill('SIGTERM');
    const { code, err } = await shop.ended;
    expect(err).toBe('The server crashed (exit code 70); it starts again in 1 s\n');
    expect(code).toBe(0);
    expect(() => process.kill(second, 0)).toThrow('ESRCH');
  });
});

test('without production, a HOST open to other machines disables stand-ins and inbox, and one line says so', async () => {
  const shop = start({ PORT: String(await findFreePort()), HOST: '0.0.0.0' });
  await shop.open();
  expect((await fetch(`${shop.url}/dev/inbox`)).status).toBe(404);
  shop.child.kill('SIGTERM');
  const { out } = await shop.ended;
  expect(out.match(/^.*HOST.*$/gm)).toEqual([expect.stringContaining('HOST=0.0.0.0 lets other machines in')]);
});

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  APP_SECRET: 'a secret of this test that is long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

test.skipIf(database === undefined).each([
  ['beyond this machine', { HOST: '0.0.0.0' }],
  ['in production', PRODUCTION],
])('%s, online payments that are not offered for want of keys are named at the start', async (_, env) => {
  const shop = start({ PORT: String(await findFreePort()), ...env });
  await shop.open();
  shop.child.kill('SIGTERM');
  const { out } = await shop.ended;
  expect(out).toContain(
    'fpx, ewallet, card: not offered, since IPAY88_MERCHANT_CODE and IPAY88_MERCHANT_KEY are not set',
  );
  expect(out).toContain(
    'tng: not offered, since TNG_CLIENT_ID, TNG_PARTNER_ID, TNG_PRIVATE_KEY and TNG_PUBLIC_KEYS are not set',
  );
});

test.skipIf(database === undefined)(
  'a start that closes the demo’s accounts says so (docs/readings.md#39)',
  async () => {
    const owner = ['owner@demo.example', await hashPassword(DEMO_PASSWORD)];
    await database?.db.raw(
      `insert into staff (id, email, password_hash, roles, created_at)
     values (gen_random_uuid(), $1, $2, array['owner'], now())`,
      owner,
    );
    const shop = start({ PORT: String(await findFreePort()), HOST: '0.0.0.0' });
    await shop.open();
    shop.child.kill('SIGTERM');
    expect((await shop.ended).out).toMatch(/Demo accounts +cannot sign in here, .*: owner@demo\.example/);
  },
);

test.skipIf(isSecondEngine)('a start that applies the shop’s folder prints its notes, as shop:apply does', async () => {
  const shopFolder = join(folder, 'my-shop');
  writeTemplate(shopFolder);
  writeFileSync(join(shopFolder, 'delivery.yml'), '');
  const shop = start({ PORT: String(await findFreePort()), SHOP: shopFolder });
  const out = await shop.open();
  expect(out).toContain(`note: ${join(shopFolder, 'delivery.yml')}:1: `);
});
