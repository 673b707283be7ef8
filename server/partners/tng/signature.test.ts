/**
 * Signatures of Touch 'n Go, against vectors made with OpenSSL:
 *
 *     openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out shop.pem     (also tng-1, tng-2)
 *     openssl pkey -in shop.pem -pubout -out shop.pub.pem                            (also tng-1, tng-2)
 *     openssl pkey -in tng-2.pem -pubout -outform DER | openssl base64 -A > tng-2.pub.der.txt
 *     openssl dgst -sha256 -sign shop.pem request.txt | openssl base64 -A > request.sig
 *     openssl dgst -sha256 -sign tng-1.pem notify.txt | openssl base64 -A > notify-1.sig   (and tng-2)
 */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPrivateKey, readPublicKey, readPublicKeys, type SigningKey } from './settings.ts';
import { formatTngTime, isSigned, parseTime, type SignedMessage, signMessage } from './signature.ts';

const file = (name: string) => join(import.meta.dirname, 'fixtures', name);
const readFixture = (name: string) => readFileSync(file(name), 'utf8');

/** Takes a signed text apart: `POST <path>\n<client>.<time>.<body>`. */
function readMessage(name: string): SignedMessage {
  const [, path = '', clientId = '', time = '', body = ''] =
    /^POST (\S+)\n(\d+)\.(\S+\+08:00)\.([\s\S]*)$/.exec(readFixture(name)) ?? [];
  return { path, clientId, time, body };
}
const REQUEST = readMessage('request.txt');
const NOTIFY = readMessage('notify.txt');
const KEYS = readPublicKeys(`1:${file('tng-1.pub.pem')},2:${readFixture('tng-2.pub.der.txt')}`) ?? expect.unreachable();

const signingKey = (encoding: SigningKey['encoding']): SigningKey => ({
  version: '7',
  privateKey: createPrivateKey(readFixture('shop.pem')),
  encoding,
});
const header = (signature: string, keyVersion = '1') =>
  `algorithm=RSA256, keyVersion=${keyVersion}, signature=${signature}`;
const base64url = (name: string) => Buffer.from(readFixture(name), 'base64').toString('base64url');

test('signs what OpenSSL signs, in both encodings', () => {
  const base64 = readFixture('request.sig');
  expect(signMessage(REQUEST, signingKey('base64url'))).toBe(header(base64url('request.sig'), '7'));
  expect(signMessage(REQUEST, signingKey('base64'))).toBe(header(encodeURIComponent(base64), '7'));
});

test.each([
  ['Base64', readFixture('notify-1.sig')],
  ['URL-encoded Base64', encodeURIComponent(readFixture('notify-1.sig'))],
  ['Base64 URL without padding', base64url('notify-1.sig')],
])('verifies a signature of OpenSSL in %s', (_, signature) => {
  expect(isSigned(NOTIFY, header(signature), KEYS)).toBe(true);
  expect(isSigned({ ...NOTIFY, body: Buffer.from(NOTIFY.body) }, header(signature), KEYS)).toBe(true);
});

test('verifies with the key of the version that the header names, while both are valid', () => {
  expect(isSigned(NOTIFY, header(readFixture('notify-2.sig'), '2'), KEYS)).toBe(true);
  expect(isSigned(NOTIFY, header(readFixture('notify-2.sig'), '1'), KEYS)).toBe(false);
  expect(isSigned(NOTIFY, header(readFixture('notify-1.sig'), '3'), KEYS)).toBe(false);
});

test.each<[string, Partial<SignedMessage>]>([
  ['another path', { path: '/payments/tng/notify' }],
  ['another client', { clientId: '2171020046160009' }],
  ['another time', { time: '2026-11-20T10:00:05.124+08:00' }],
  ['the same JSON in other bytes', { body: JSON.stringify(JSON.parse(String(NOTIFY.body))) }],
])('refuses a signature over %s', (_, change) => {
  expect(isSigned({ ...NOTIFY, ...change }, header(readFixture('notify-1.sig')), KEYS)).toBe(false);
});

test.each([
  undefined,
  '',
  'signature',
  header(''),
  header('%'),
  header('not a signature'),
  header('AAAA'),
  header(readFixture('notify-1.sig')).replace('RSA256', 'none'),
  header(readFixture('notify-1.sig')).replace('keyVersion=1, ', ''),
])('refuses a malformed header: %.60s', (value) => {
  expect(isSigned(NOTIFY, value, KEYS)).toBe(false);
});

describe('keys', () => {
  test('are read from PEM, from a file, and from Base64 of DER', () => {
    expect(readPrivateKey(readFixture('shop.pem'))?.type).toBe('private');
    expect(readPrivateKey(file('shop.pem'))?.type).toBe('private');
    expect(readPublicKey(file('tng-2.pub.pem'))?.equals(readPublicKey(readFixture('tng-2.pub.der.txt')) as never)).toBe(
      true,
    );
    expect(readPublicKey(file('tng-2.pub.der.txt'))?.type).toBe('public');
  });

  test('that are wrong are null', () => {
    expect([readPrivateKey('nothing'), readPrivateKey(file('shop.pub.pem')), readPublicKey('nothing')]).toEqual([
      null,
      null,
      null,
    ]);
    for (const text of ['', '1', `1:${file('none.pem')}`, `1:${file('tng-1.pub.pem')},1:${file('tng-2.pub.pem')}`]) {
      expect(readPublicKeys(text)).toBeNull();
    }
  });
});

test('times are written in Malaysian time with milliseconds, and read only with a zone', () => {
  expect(formatTngTime(new Date('2026-11-20T02:00:05.123Z'))).toBe('2026-11-20T10:00:05.123+08:00');
  expect(parseTime('2026-11-20T10:00:05.123+08:00')).toEqual(new Date('2026-11-20T02:00:05.123Z'));
  expect(parseTime('2026-11-20T02:00:05Z')).toEqual(new Date('2026-11-20T02:00:05Z'));
  for (const text of ['', '2026-11-20', '2026-11-20T10:00:05', '1795140005123', 'now']) {
    expect(parseTime(text)).toBeNull();
  }
});
