import { expect, test } from 'vitest';
import { computeTotpCode, drawTotpSecret, findTotpStep, formatTotpUri, totpStepOf } from './totp.ts';

/** Base 32 of the RFC's secret, `12345678901234567890`. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('has the code of RFC 6238, appendix B, at %i seconds: the last six digits', (seconds, code) => {
  expect(computeTotpCode(SECRET, totpStepOf(new Date(seconds * 1_000)))).toBe(code);
});

test.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [3, '969429'],
  [9, '520489'],
])('has the code of RFC 4226, appendix D, of counter %i', (step, code) => {
  expect(computeTotpCode(SECRET, step)).toBe(code);
});

test('accepts the code of this step, the one before and the one after, and no other', () => {
  const now = new Date('2026-11-27T02:00:10Z');
  const step = totpStepOf(now);
  for (const drift of [-1, 0, 1])
    expect(findTotpStep(SECRET, computeTotpCode(SECRET, step + drift), now)).toBe(step + drift);
  for (const drift of [-3, -2, 2, 3])
    expect(findTotpStep(SECRET, computeTotpCode(SECRET, step + drift), now)).toBeNull();
  expect(findTotpStep(SECRET, '', now)).toBeNull();
});

test('draws secrets of 160 bits, and writes the address that apps read', () => {
  const secret = drawTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(drawTotpSecret()).not.toBe(secret);
  expect(formatTotpUri(SECRET, { issuer: 'Kedai & Co', account: 'mei@shop.example' })).toBe(
    `otpauth://totp/Kedai%20%26%20Co:mei%40shop.example?secret=${SECRET}&issuer=Kedai%20%26%20Co&algorithm=SHA1&digits=6&period=30`,
  );
});
