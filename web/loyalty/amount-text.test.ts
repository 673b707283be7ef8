import { expect, test } from 'vitest';
import { formatCount, formatSigned } from './amount-text.ts';

test('formats amounts with commas and a sign', () => {
  expect(formatCount(1_240)).toBe('1,240');
  expect(formatSigned(12_500)).toBe('+12,500');
  expect(formatSigned(-300)).toBe('−300');
});
