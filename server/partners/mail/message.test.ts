import { expect, test } from 'vitest';
import type { Mail } from './mailer.ts';
import { composeMessage } from './message.ts';

const MAIL: Mail = {
  to: 'aminah@example.com',
  subject: '森甘百货:您的订单 7Q2M9XKD 已收到,谢谢惠顾 🥬🥬🥬🥬🥬🥬🥬🥬🥬🥬',
  text: `您好 Aminah,\n1 × Kaya = RM 10.03 \n${'long '.repeat(40)}\n--=_alternative--\n`,
  html: '<p style="color:#14532d">订单</p>'.repeat(20),
  messageId: 'order-placed.1',
};
const message = composeMessage(MAIL, 'Shop <hello@shop.example>', new Date('2026-11-22T03:01:01Z'));
const [head = '', ...parts] = message.split('\r\n--=_alternative');

/** Decodes a header as mail programs do. */
const readHeader = (name: string, source: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\r\n .*)*)`, 'm')
    .exec(source)?.[1]
    ?.replace(/\r\n(?= )/g, '')
    .replace(/\?= (?==\?)/g, '?=')
    .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, word) => Buffer.from(word, 'base64').toString());

/** Decodes a part's quoted-printable content. */
function decodePart(part = ''): string {
  const encodedText = part.slice(part.indexOf('\r\n\r\n') + 4).replace(/=\r\n/g, '');
  const bytes = encodedText.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}

test('has a text part and an HTML part that decode to the given ones', () => {
  expect(readHeader('Content-Type', head)).toBe('multipart/alternative; boundary="=_alternative"');
  expect(parts).toHaveLength(3);
  expect(readHeader('Content-Type', parts[0] ?? '')).toBe('text/plain; charset=utf-8');
  expect(decodePart(parts[0])).toBe(MAIL.text);
  expect(readHeader('Content-Type', parts[1] ?? '')).toBe('text/html; charset=utf-8');
  expect(decodePart(parts[1])).toBe(MAIL.html);
  expect(parts[2]).toBe('--\r\n');
});

test('has sender, recipient, subject, Message-ID and date as headers', () => {
  expect(readHeader('From', head)).toBe('Shop <hello@shop.example>');
  expect(readHeader('To', head)).toBe(MAIL.to);
  expect(readHeader('Subject', head)).toBe(MAIL.subject);
  expect(readHeader('Message-ID', head)).toBe('<order-placed.1@shop.example>');
  expect(readHeader('Date', head)).toBe('Sun, 22 Nov 2026 03:01:01 +0000');
  expect(readHeader('Reply-To', head)).toBeUndefined();
});

test('writes lines of at most 76 ASCII characters', () => {
  expect(message).toMatch(/^[\t\r\n -~]*$/);
  for (const line of message.split('\r\n')) {
    expect(line.length).toBeLessThanOrEqual(76);
    expect(line).not.toMatch(/[\r\n]/);
  }
});

test.each([
  ['森甘 Shop <hello@shop.example>', '森甘 Shop <hello@shop.example>'],
  ['"森甘" <hello@shop.example>', '森甘 <hello@shop.example>'],
  ['"Shop, the" <hello@shop.example>', '"Shop, the" <hello@shop.example>'],
  ['hello@shop.example', 'hello@shop.example'],
])('encodes the sender %s so that it reads %s', (from, header) => {
  expect(readHeader('From', composeMessage({ ...MAIL, replyTo: 'mei@example.com' }, from, new Date()))).toBe(header);
  expect(readHeader('Reply-To', composeMessage({ ...MAIL, replyTo: 'mei@example.com' }, from, new Date()))).toBe(
    'mei@example.com',
  );
});

test('RFC 8058: has the headers of one-click unsubscribing, and none without an address', () => {
  const url = 'https://shop.example/unsubscribe?token=a b<c>';
  const source = composeMessage({ ...MAIL, unsubscribe: { url } }, 'hello@shop.example', new Date());
  expect(readHeader('List-Unsubscribe', source)).toBe('<https://shop.example/unsubscribe?token=a%20b%3Cc%3E>');
  expect(readHeader('List-Unsubscribe-Post', source)).toBe('List-Unsubscribe=One-Click');
  expect(head).not.toContain('List-Unsubscribe');
});

test.each(['https://shop.example/\r\nBcc: all@example.com', 'mailto:list@shop.example', 'javascript:alert(1)'])(
  'refuses %j as an address to unsubscribe at',
  (url) => {
    expect(() => composeMessage({ ...MAIL, unsubscribe: { url } }, 'hello@shop.example', new Date())).toThrow(
      'web address',
    );
  },
);

test('carries attachments after the texts', () => {
  const content = Buffer.from(Array.from({ length: 300 }, (_, byte) => byte % 256));
  const mail = { ...MAIL, attachments: [{ name: 'photo-1.jpg', type: 'image/jpeg', content }] };
  const [head = '', texts = '', file = '', end] = composeMessage(mail, 'hello@shop.example', new Date()).split(
    '\r\n--=_mixed',
  );
  expect(readHeader('Content-Type', head)).toBe('multipart/mixed; boundary="=_mixed"');
  expect(readHeader('Content-Type', texts)).toBe('multipart/alternative; boundary="=_alternative"');
  expect(decodePart(texts.split('\r\n--=_alternative')[1])).toBe(MAIL.text);
  expect(readHeader('Content-Disposition', file)).toBe('attachment; filename="photo-1.jpg"');
  const base64 = file.slice(file.indexOf('\r\n\r\n'));
  expect(Math.max(...base64.split('\r\n').map((line) => line.length))).toBe(76);
  expect(Buffer.from(base64, 'base64')).toEqual(content);
  expect(end).toBe('--\r\n');
});
