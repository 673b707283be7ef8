import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvalidSetting, readConfig } from '../../config.ts';
import { createFileMailer } from '../../partners/mail/file-mailer.ts';
import { startPartners } from '../../partners/partners.ts';
import { sendRequest, testServer } from '../../testing/test-server.ts';

const { url, app, config } = await testServer();
const { port } = new URL(url);

/** The unsubscribe address of the newest mail. */
const END = 'https://shop.example/unsubscribe?token=abc';

beforeAll(async () => {
  let now = Date.parse('2026-11-20T02:00:00Z');
  const mailer = createFileMailer(config.dataDir, config.mailFrom, () => new Date(now));
  for (let i = 1; i <= 120; i++) {
    now += 1_000;
    const to = i % 40 === 0 ? 'mei@example.com' : 'arif@example.com';
    const unsubscribe = i === 120 ? { unsubscribe: { url: END } } : {};
    await mailer.send({ to, subject: `Mail ${i}`, text: `${i}`, html: '', messageId: `mail.${i}`, ...unsubscribe });
  }
});

/** Sends a request with the headers as given; a browser's `fetch` sets `Host` itself. */
function get(path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response) });
    })
      .on('error', reject)
      .end();
  });
}

describe('/dev/inbox is open to this machine only', () => {
  test.each([
    'localhost',
    `localhost:${port}`,
    'LOCALHOST:80',
    '127.0.0.1',
    `127.0.0.1:${port}`,
    '[::1]',
    `[::1]:${port}`,
  ])('allows a browser on this machine, by the host name %s', async (host) => {
    expect((await get('/dev/inbox', { host })).status).toBe(200);
  });

  test.each([
    'rebound.example',
    `rebound.example:${port}`,
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    'localhost:1@rebound.example',
    '192.168.1.10',
    '[::2]',
  ])('refuses the host name %j (DNS rebinding)', async (host) => {
    for (const path of ['/dev/inbox', '/dev/inbox?to=mei@example.com', '/dev/inbox.css']) {
      const { status, body } = await get(path, { host });
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain('Mail 1');
    }
  });

  test.each<Record<string, string>>([
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-forwarded-host': 'a.example' },
  ])('refuses a request through a proxy that sends %j', async (headers) => {
    expect((await get('/dev/inbox', { host: 'localhost', ...headers })).status).toBe(404);
  });

  test.each(['192.168.1.10', '203.0.113.9', '::ffff:203.0.113.9', 'fe80::1'])(
    'refuses the address %s',
    async (remoteAddress) => {
      const headers = { host: 'localhost' };
      expect((await app.http.inject({ url: '/dev/inbox', headers, remoteAddress })).statusCode).toBe(404);
    },
  );

  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'allows this machine as %s',
    async (remoteAddress) => {
      const headers = { host: 'localhost' };
      expect((await app.http.inject({ url: '/dev/inbox', headers, remoteAddress })).statusCode).toBe(200);
    },
  );
});

describe('pages of /dev/inbox', () => {
  const list = async (query: string) =>
    (await sendRequest(`${url}/dev/inbox${query}`, 'GET', { headers: { accept: 'application/json' } })).body;
  const listSubjects = (body: { data: { subject: string }[] }) => body.data.map(({ subject }) => subject);

  test('shows 50 at a time, newest first', async () => {
    const first = await list('');
    expect(first).toMatchObject({ current_page: 1, per_page: 50, last_page: 3, total: 120 });
    expect([first.data.length, listSubjects(first)[0], listSubjects(first).at(-1)]).toEqual([
      50,
      'Mail 120',
      'Mail 71',
    ]);
    expect(listSubjects(await list('?page=3')).at(-1)).toBe('Mail 1');
    expect(listSubjects(await list('?page=4'))).toEqual([]);
  });

  test('tells where one click ends such mails', async () => {
    const { data } = await list('?limit=2');
    expect(data.map(({ unsubscribe }: { unsubscribe: string | null }) => unsubscribe)).toEqual([END, null]);
  });

  test('shows as many as the limit, also with a filter by address', async () => {
    expect(listSubjects(await list('?limit=2&page=2'))).toEqual(['Mail 118', 'Mail 117']);
    const mei = await list('?to=MEI@example.com&limit=2&page=2');
    expect([listSubjects(mei), mei.total, mei.last_page]).toEqual([['Mail 40'], 3, 2]);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'page=0', 'page=-1', 'page=1.5'])('ignores %s', async (query) => {
    expect(await list(`?${query}`)).toMatchObject({ current_page: 1, per_page: 50 });
  });

  test('links to newer and older pages with the same filter', async () => {
    const { text } = await sendRequest(`${url}/dev/inbox?to=arif@example.com&page=2`, 'GET');
    expect(text).toContain('href="?to=arif%40example.com&amp;page=1"');
    expect(text).toContain('href="?to=arif%40example.com&amp;page=3"');
    expect(text).toContain('117 mails, messages and push notifications');
  });
});

describe('push notifications of /dev/inbox', () => {
  const PUSH = {
    token: 'Phone_1:APA91b',
    kind: 'action',
    title: 'Packed',
    body: 'Order 1234 is <packed>.',
    data: { action: 'order-updated' },
    collapse_key: 'order.1',
    ttl_seconds: 60,
    urgent: true,
    channel_id: 'orders',
    category: 'ORDER',
    badge: 2,
  } as const;
  const inbox = `${url}/dev/inbox?to=${encodeURIComponent(PUSH.token)}`;

  beforeAll(async () => {
    await app.shop.partners.push?.send(PUSH);
    await app.shop.partners.push?.send({ ...PUSH, title: 'Out for delivery' });
  });

  test('are listed by registration token, newest first, each with what the phone does with it', async () => {
    const { body } = await sendRequest(inbox, 'GET', { headers: { accept: 'application/json' } });
    expect(body.data).toMatchObject([
      { channel: 'push', to: PUSH.token, subject: 'Out for delivery', push: { sends: 2, is_shown: true } },
      {
        channel: 'push',
        subject: 'Packed',
        text: PUSH.body,
        code: null,
        push: {
          kind: 'action',
          data: { action: 'order-updated' },
          tag: 'order.1',
          channel_id: 'orders',
          category: 'ORDER',
          badge: 2,
          priority: 'high',
          ttl_seconds: 60,
          sends: 1,
          is_shown: false,
        },
      },
    ]);
  });

  test('are shown on its page', async () => {
    const { text } = await sendRequest(inbox, 'GET');
    expect(text).toContain('Order 1234 is &lt;packed&gt;.');
    expect(text).toContain('tag order.1, sent 1 time, replaced by a later one');
    expect(text).toContain('action: order-updated');
  });
});

describe('docs/readings.md#39: stand-ins and /dev exist only in development on this machine', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-inbox-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env });

  test.each(['Production', 'prod', 'PRODUCTION', 'staging', 'dev', ' production', 'Development'])(
    'refuses to start with NODE_ENV=%j, and names the value',
    (NODE_ENV) => {
      expect(() => read({ NODE_ENV })).toThrow(InvalidSetting);
      expect(() => read({ NODE_ENV })).toThrow(
        `NODE_ENV must be development, test or production, or not set: it is "${NODE_ENV}"`,
      );
    },
  );

  test.each<Record<string, string>>([
    {},
    { NODE_ENV: '' },
    { NODE_ENV: 'development' },
    { NODE_ENV: 'test' },
    { HOST: 'localhost' },
    { HOST: '127.0.0.1' },
    { HOST: '127.1.2.3' },
    { HOST: '::1' },
  ])('has them with %j', (env) => {
    expect(read(env).hasStandIns).toBe(true);
  });

  test.each(['0.0.0.0', '::', '192.168.1.10', 'shop.example', '::ffff:192.168.1.10'])(
    'HOST=%s without production has no stand-in and no inbox',
    async (HOST) => {
      const config = read({ HOST });
      expect(config.hasStandIns).toBe(false);
      const partners = await startPartners(config, () => new Date(), true);
      expect([partners.messenger, partners.google, partners.push]).toEqual([null, null, null]);
      await partners.close();
    },
  );
});
