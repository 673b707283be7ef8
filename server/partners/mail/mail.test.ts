import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { createFileMailer, MAX_STORED_MAILS, readStoredMails } from './file-mailer.ts';
import type { Mail } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const FROM = 'Shop <hello@shop.example>';
const mail: Mail = {
  to: 'aminah@example.com',
  subject: 'Pesanan anda 订单',
  text: 'Thank you',
  html: '<p>Thank you</p>',
  messageId: 'order-placed.1',
};

describe('docs/readings.md#39: "Mails go to SMTP_URL, else to files in the data folder"', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-mail-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test('stores a mail that is sent twice once, in the format of mail programs', async () => {
    let now = new Date('2026-11-21T04:00:00Z');
    const mailer = createFileMailer(dataDir, FROM, () => now);
    await mailer.send(mail);
    now = new Date('2026-11-21T05:00:00Z');
    await mailer.send(mail);
    await mailer.send({ ...mail, messageId: 'order-placed.2', to: 'b@example.com' });
    const storedMails = await readStoredMails(dataDir);
    expect(storedMails.map(({ messageId }) => messageId).sort()).toEqual([
      '<order-placed.1@shop.example>',
      '<order-placed.2@shop.example>',
    ]);
    const names = readdirSync(join(dataDir, 'mail'));
    expect(names).toHaveLength(4);
    const eml = readFileSync(join(dataDir, 'mail', names.find((name) => name.endsWith('.eml')) ?? ''), 'utf8');
    expect(eml).toMatch(/^Message-ID: <order-placed\.[12]@shop\.example>$/m);
  });

  test('stores the address to unsubscribe at for /dev/inbox, and as a header', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-mail-'));
    const unsubscribe = { url: 'https://shop.example/unsubscribe?token=abc' };
    await createFileMailer(folder, FROM, () => new Date()).send({ ...mail, unsubscribe });
    expect((await readStoredMails(folder))[0]?.unsubscribe).toEqual(unsubscribe);
    const eml = readdirSync(join(folder, 'mail')).find((name) => name.endsWith('.eml')) ?? '';
    expect(readFileSync(join(folder, 'mail', eml), 'utf8')).toContain(`List-Unsubscribe: <${unsubscribe.url}>`);
    rmSync(folder, { recursive: true });
  });

  test('removes the oldest mails above a thousand files, also those of an earlier process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-mail-'));
    let at = Date.parse('2026-11-21T04:00:00Z');
    const sendMany = async (from: number, count: number) => {
      const mailer = createFileMailer(folder, FROM, () => new Date(at++));
      for (let n = from; n < from + count; n++) await mailer.send({ ...mail, messageId: `order-placed.${n}` });
    };
    await sendMany(0, MAX_STORED_MAILS);
    await sendMany(MAX_STORED_MAILS, 3);
    expect(readdirSync(join(folder, 'mail'))).toHaveLength(1_000);
    const remaining = (await readStoredMails(folder)).map(({ messageId }) => Number(/\d+/.exec(messageId)));
    expect(remaining.slice(0, 3)).toEqual([502, 501, 500]);
    // File times are only precise to a few milliseconds.
    expect(remaining.filter((n) => n >= 250)).toHaveLength(253);
    rmSync(folder, { recursive: true });
  });
});

describe('createSmtpMailer', () => {
  const messages: string[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    onConnect(_, done) {
      connections++;
      done();
    },
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        messages.push(text);
        done();
      });
    },
  });
  afterAll(() => void server.close());

  test('sends a mail with its own Message-ID, and the next over the same connection', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, FROM, () => new Date());
    await mailer.send(mail);
    await mailer.send(mail);
    expect(messages).toHaveLength(2);
    expect(connections).toBe(1);
    for (const each of messages) expect(each).toContain('Message-ID: <order-placed.1@shop.example>');
    await mailer.send({ ...mail, unsubscribe: { url: 'https://shop.example/unsubscribe?token=abc' } });
    expect(messages[2]).toContain('List-Unsubscribe: <https://shop.example/unsubscribe?token=abc>\r\n');
    expect(messages[2]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  test('docs/security.md#c8: stops calling an unreachable mail server after five failures', async () => {
    const mailer = createSmtpMailer('smtp://127.0.0.1:1', FROM, () => new Date());
    for (let i = 0; i < 5; i++) await expect(mailer.send(mail)).rejects.toThrow(/ECONNREFUSED/);
    await expect(mailer.send(mail)).rejects.toThrow(/circuit/i);
  });
});
