import { expect, test } from 'vitest';
import { isIssued, issueToken } from './sign.ts';

const SECRET = 'the secret of the shop, 32 letters';

test.each(['g', 'c_', 'd_'] as const)('recognizes a token %s… by its signature', (prefix) => {
  const token = issueToken(SECRET, prefix);
  expect(token.startsWith(prefix)).toBe(true);
  expect(issueToken(SECRET, prefix)).not.toBe(token);
  expect(isIssued(SECRET, token)).toBe(true);
  expect(isIssued('another secret', token)).toBe(false);
  const changedToken = `${token.slice(0, 10)}${token[10] === 'A' ? 'B' : 'A'}${token.slice(11)}`;
  for (const madeUp of [changedToken, `${token}A`, token.slice(0, -1), `g${'A'.repeat(65)}`, 'x', '']) {
    expect(isIssued(SECRET, madeUp)).toBe(false);
  }
});
