import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { chainMessengers, MessageRefused, type Messenger } from './message/messenger.ts';
import { startPartners } from './partners.ts';
import { createSmsMessenger } from './sms/sms.ts';
import { createSmsStandIn } from './sms/stand-in.ts';
import { type DeliveredMessage, type Reply, type StandIn, startStandIn } from './stand-in.ts';
import { createWhatsAppStandIn } from './whatsapp/stand-in.ts';
import { createWhatsAppMessenger, WHATSAPP_ANSWER_MS } from './whatsapp/whatsapp.ts';

const clock = () => new Date('2026-11-20T02:00:00Z');
const deliveredMessages: DeliveredMessage[] = [];
const whatsapp = await startStandIn(
  0,
  createWhatsAppStandIn({ token: 'secret', clock, onDelivered: (message) => deliveredMessages.push(message) }),
);
const sms = await startStandIn(
  0,
  createSmsStandIn('secret', clock, (message) => deliveredMessages.push(message)),
);
const dataDir = mkdtempSync(join(tmpdir(), 'shop-partners-'));
afterAll(async () => {
  await whatsapp.close();
  await sms.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ACCOUNT = {
  url: whatsapp.url,
  token: 'secret',
  phoneId: '100000000000001',
  template: 'verification_code',
  orderTemplates: {},
  webhook: null,
};
const NOTICE = {
  to: '+60123456789',
  lang: 'en',
  shop: 'Sekampit',
  about: 'phone_changed',
  time: '20 November 2026 at 10:00',
} as const;
const CODE = { to: '+60123456789', code: '012345', lang: 'zh', shop: 'Sekampit' } as const;
const both = chainMessengers([
  createWhatsAppMessenger(ACCOUNT),
  createSmsMessenger({ url: sms.url, token: 'secret' }),
]) as Messenger;

test('a stand-in listens on a free port if its own would exceed 65535', async () => {
  const beyond = await startStandIn(65_536, () => ({ status: 204 }));
  expect((await fetch(beyond.url)).status).toBe(204);
  await beyond.close();
});

describe('docs/partners.md#6', () => {
  test('sends a code by WhatsApp as an authentication template, in the requested language', async () => {
    deliveredMessages.length = 0;
    await both.sendCode(CODE);
    expect(deliveredMessages).toMatchObject([{ channel: 'whatsapp', to: '+60123456789', code: '012345' }]);
    expect(deliveredMessages[0]?.text).toContain('验证码');
  });

  test('sends by SMS if WhatsApp refuses the number; the text names the shop and contains no link', async () => {
    deliveredMessages.length = 0;
    await both.sendCode({ ...CODE, lang: 'en', to: '+60123450000' });
    expect(deliveredMessages).toMatchObject([{ channel: 'sms', to: '+60123450000', code: '012345' }]);
    expect(deliveredMessages[0]?.text).toMatch(/^Sekampit: .*012345/);
    expect(deliveredMessages[0]?.text).not.toMatch(/https?:|www\./);
  });

  test('sends a notice in the same ways; neither text contains a link', async () => {
    deliveredMessages.length = 0;
    await both.sendNotice(NOTICE);
    await both.sendNotice({ ...NOTICE, about: 'password_changed', lang: 'zh', to: '+60123450000' });
    expect(deliveredMessages).toMatchObject([
      { channel: 'whatsapp', to: '+60123456789', code: null },
      { channel: 'sms', to: '+60123450000', code: null },
    ]);
    expect(deliveredMessages[0]?.text).toContain('was changed on 20 November 2026 at 10:00');
    expect(deliveredMessages[1]?.text).toMatch(/^【Sekampit】您的密码已于 20 November 2026 at 10:00 更改/);
    for (const { text } of deliveredMessages) expect(text).not.toMatch(/https?:|www\./);
  });

  test('the error of a refusal contains neither the number nor the code', async () => {
    const message = await createWhatsAppMessenger(ACCOUNT)
      .sendCode({ ...CODE, to: '+60123450000' })
      .catch((error: Error) => error.message);
    expect(message).toBe('WhatsApp answered 400');
  });
});

describe('a partner that is down (docs/security.md#c8)', () => {
  type PartnerBehaviour = (() => Promise<Reply>) | Reply;
  const hang = () => new Promise<Reply>(() => {});
  const DOWN: [string, PartnerBehaviour][] = [
    ['hangs', hang],
    ['answers 500', { status: 500 }],
    ['answers 503', { status: 503 }],
    ['answers 429', { status: 429, headers: { 'retry-after': '60' } }],
    ['answers 200 without an id', { status: 200, body: 'ok' }],
  ];
  let requests = 0;
  let behaviour: PartnerBehaviour = { status: 500 };
  let down: StandIn;
  beforeAll(async () => {
    down = await startStandIn(0, () => {
      requests++;
      return typeof behaviour === 'function' ? behaviour() : behaviour;
    });
  });
  afterAll(() => down.close());
  const webhook = { appSecret: 'a', verifyToken: 'b' };
  const createDownWhatsApp = () => createWhatsAppMessenger({ ...ACCOUNT, url: down.url, webhook }, { answerMs: 300 });
  const createWorkingSms = () => createSmsMessenger({ url: sms.url, token: 'secret' });

  test.each(DOWN)('sends code and notice by SMS when WhatsApp %s', async (_, nextBehaviour) => {
    behaviour = nextBehaviour;
    deliveredMessages.length = 0;
    const messenger = chainMessengers([createDownWhatsApp(), createWorkingSms()]) as Messenger;
    await messenger.sendCode(CODE);
    await messenger.sendNotice(NOTICE);
    expect(deliveredMessages).toMatchObject([
      { channel: 'sms', to: CODE.to, code: CODE.code },
      { channel: 'sms', to: NOTICE.to, code: null },
    ]);
  });

  test.each(DOWN.slice(0, 4))(
    'when WhatsApp %s five times, sends it no further request and uses SMS at once',
    async (_, nextBehaviour) => {
      behaviour = nextBehaviour;
      requests = 0;
      deliveredMessages.length = 0;
      const messenger = chainMessengers([createDownWhatsApp(), createWorkingSms()]) as Messenger;
      await Promise.all(Array.from({ length: 5 }, () => messenger.sendCode(CODE)));
      await messenger.sendCode(CODE);
      expect([requests, deliveredMessages.length]).toEqual([5, 6]);
    },
  );

  test('gives up a response that begins and never ends', async () => {
    const server = createServer((_, response) => response.writeHead(200).write('{"messages":'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    deliveredMessages.length = 0;
    const half = createWhatsAppMessenger({ ...ACCOUNT, url, webhook }, { answerMs: 300 });
    await (chainMessengers([half, createWorkingSms()]) as Messenger).sendCode(CODE);
    expect(deliveredMessages).toMatchObject([{ channel: 'sms' }]);
    server.closeAllConnections();
    server.close();
  });

  test('decides by the first failure whether to retry, if SMS rejects the number too', async () => {
    behaviour = { status: 503 };
    const rejecting = createSmsMessenger({ url: sms.url, token: 'wrong' });
    const both = chainMessengers([createDownWhatsApp(), rejecting]) as Messenger;
    const error = await both.sendCode(CODE).catch((error: Error) => error);
    expect(error).toMatchObject({ message: 'WhatsApp answered 503' });
    expect(error).not.toBeInstanceOf(MessageRefused);
  });

  test('waits for WhatsApp less than half of the 10 seconds within which a code reaches SMS', () => {
    expect(WHATSAPP_ANSWER_MS).toBeLessThan(5_000);
  });
});

test('docs/security.md#c8: stops calling an unreachable partner after five failures', async () => {
  const unreachable = createWhatsAppMessenger({ ...ACCOUNT, url: 'http://127.0.0.1:1' });
  for (let i = 0; i < 5; i++) await expect(unreachable.sendCode(CODE)).rejects.toThrow(/ECONNREFUSED/);
  await expect(unreachable.sendCode(CODE)).rejects.toThrow(/circuit/i);
});

const tngKey = (name: string) => join(import.meta.dirname, 'tng/fixtures', `${name}.pem`);
const TNG = {
  TNG_CLIENT_ID: 'a',
  TNG_PARTNER_ID: 'b',
  TNG_PRIVATE_KEY: tngKey('shop'),
  TNG_PUBLIC_KEYS: `1:${tngKey('tng-1.pub')},2:${tngKey('tng-2.pub')}`,
};

const PRODUCTION = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://shop.example',
  APP_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
  SMTP_URL: 'smtp://127.0.0.1:2525',
};

test('docs/readings.md#39: production has no stand-in', async () => {
  const partners = await startPartners(readConfig(PRODUCTION), clock, true);
  expect([partners.messenger, partners.google, partners.push]).toEqual([null, null, null]);
  expect(partners.gateways).toEqual([]);
  await partners.close();
});

test.each([
  ['WHATSAPP_PHONE_ID', { WHATSAPP_TOKEN: 'a' }],
  ['SMS_TOKEN', { SMS_URL: 'https://sms.example/send' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'a' }],
  ['TNG_PARTNER_ID', { TNG_CLIENT_ID: 'a' }],
  ['TNG_PRIVATE_KEY', { TNG_CLIENT_ID: 'a', TNG_PARTNER_ID: 'b' }],
  ['TNG_PUBLIC_KEYS', { ...TNG, TNG_PUBLIC_KEYS: '' }],
])('names a missing setting that others need: %s', (name, set) => {
  expect(() => readConfig({ ...PRODUCTION, ...set })).toThrow(`${name} must be set`);
});

describe('the account at Touch ’n Go', () => {
  test('is connected in production, and no log or error can contain its keys', async () => {
    const config = readConfig({ ...PRODUCTION, ...TNG });
    const partners = await startPartners(config, clock, true);
    expect(partners.gateways.map(({ code }) => code)).toEqual(['tng']);
    expect(partners.gateways[0]?.miniProgram?.hostOrigin).toBeNull();
    expect([...(config.tng.account?.publicKeys.keys() ?? [])]).toEqual(['1', '2']);
    expect(`${JSON.stringify(config.tng)} ${inspect(config.tng, { depth: 9 })}`).not.toMatch(/MII|BEGIN/);
    await partners.close();
  });

  const secret = readFileSync(tngKey('shop'), 'utf8');
  test.each([
    ['TNG_PRIVATE_KEY', '/nowhere.pem'],
    ['TNG_PRIVATE_KEY', tngKey('shop.pub')],
    ['TNG_PRIVATE_KEY', secret.slice(0, 200)],
    ['TNG_PUBLIC_KEYS', tngKey('tng-1.pub')],
    ['TNG_PUBLIC_KEYS', `1:${tngKey('tng-1.pub')},1:${tngKey('tng-2.pub')}`],
    ['TNG_URL', 'http://api.tngdigital.com.my/acl/api'],
    ['TNG_BRIDGE_URL', 'http://appx/web-view.min.js'],
    ['TNG_SIGNATURE_ENCODING', 'hex'],
    ['TNG_ENQUIRY_SECONDS', 'soon'],
  ])('stops the start with one line that names %s and quotes no key', (name, value) => {
    const readSettings = () => readConfig({ ...PRODUCTION, ...TNG, [name]: value });
    expect(readSettings).toThrow(new RegExp(`^${name} must [^\\n]*$`));
    expect(readSettings).not.toThrow(/BEGIN/);
  });
});
