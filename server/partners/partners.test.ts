import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type Messenger, messengerOf } from './message/messenger.ts';
import { startPartners } from './partners.ts';
import { smsMessenger } from './sms/sms.ts';
import { smsStandIn } from './sms/stand-in.ts';
import { type KeptMessage, standIn } from './stand-in.ts';
import { whatsappStandIn } from './whatsapp/stand-in.ts';
import { whatsappMessenger } from './whatsapp/whatsapp.ts';

const clock = () => new Date('2026-11-20T02:00:00Z');
const kept: KeptMessage[] = [];
const whatsapp = await standIn(0, whatsappStandIn({ token: 'secret', clock, keep: (message) => kept.push(message) }));
const sms = await standIn(
  0,
  smsStandIn('secret', clock, (message) => kept.push(message)),
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
const both = messengerOf([whatsappMessenger(ACCOUNT), smsMessenger({ url: sms.url, token: 'secret' })]) as Messenger;

test('a stand-in listens on a free port where its own would be beyond the last', async () => {
  const beyond = await standIn(65_536, () => ({ status: 204 }));
  expect((await fetch(beyond.url)).status).toBe(204);
  await beyond.close();
});

describe('integrations §6', () => {
  test('a code goes by WhatsApp as an authentication template, in the language asked for', async () => {
    kept.length = 0;
    await both.sendCode(CODE);
    expect(kept).toMatchObject([{ channel: 'whatsapp', to: '+60123456789', code: '012345' }]);
    expect(kept[0]?.text).toContain('验证码');
  });

  test('by SMS where WhatsApp refuses the number; its text names the shop and holds no address', async () => {
    kept.length = 0;
    await both.sendCode({ ...CODE, lang: 'en', to: '+60123450000' });
    expect(kept).toMatchObject([{ channel: 'sms', to: '+60123450000', code: '012345' }]);
    expect(kept[0]?.text).toMatch(/^Sekampit: .*012345/);
    expect(kept[0]?.text).not.toMatch(/https?:|www\./);
  });

  test('a notice goes the same ways; neither text holds an address', async () => {
    kept.length = 0;
    await both.sendNotice(NOTICE);
    await both.sendNotice({ ...NOTICE, about: 'password_changed', lang: 'zh', to: '+60123450000' });
    expect(kept).toMatchObject([
      { channel: 'whatsapp', to: '+60123456789', code: null },
      { channel: 'sms', to: '+60123450000', code: null },
    ]);
    expect(kept[0]?.text).toContain('was changed on 20 November 2026 at 10:00');
    expect(kept[1]?.text).toMatch(/^【Sekampit】您的密码已于 20 November 2026 at 10:00 更改/);
    for (const { text } of kept) expect(text).not.toMatch(/https?:|www\./);
  });

  test('a refusal names neither the number nor the code', async () => {
    const refused = await whatsappMessenger(ACCOUNT)
      .sendCode({ ...CODE, to: '+60123450000' })
      .catch((error: Error) => error.message);
    expect(refused).toBe('WhatsApp answered 400');
  });
});

test('reliability C8: a partner that cannot be reached is left alone after five failures', async () => {
  const gone = whatsappMessenger({ ...ACCOUNT, url: 'http://127.0.0.1:1' });
  for (let i = 0; i < 5; i++) await expect(gone.sendCode(CODE)).rejects.toThrow(/ECONNREFUSED/);
  await expect(gone.sendCode(CODE)).rejects.toThrow(/circuit/i);
});

const PRODUCTION = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://shop.example',
  APP_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
  SMTP_URL: 'smtp://127.0.0.1:2525',
};

test('readings 39: production has no stand-in', async () => {
  const partners = await startPartners(readConfig(PRODUCTION), clock, true);
  expect([partners.messenger, partners.google]).toEqual([null, null]);
  await partners.close();
});

test.each([
  ['WHATSAPP_PHONE_ID', { WHATSAPP_TOKEN: 'a' }],
  ['SMS_TOKEN', { SMS_URL: 'https://sms.example/send' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'a' }],
])('a setting that others need is named: %s', (name, set) => {
  expect(() => readConfig({ ...PRODUCTION, ...set })).toThrow(`${name} must be set`);
});
