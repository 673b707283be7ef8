import { expect, test } from 'vitest';
import { drawCode } from './random-code.ts';

test('docs/api.md#conventions: "Order numbers are short, human and not enumerable"', () => {
  const codes = Array.from({ length: 1_000 }, drawCode);
  expect(new Set(codes).size).toBe(1_000);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
});
