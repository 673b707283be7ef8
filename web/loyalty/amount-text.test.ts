import { expect, test } from 'vitest';
import { countText, signedText } from './amount-text.ts';

test('formats amounts with commas and a sign', () => {
  expect(countText(1_240)).toBe('1,240');
  expect(signedText(12_500)).toBe('+12,500');
  expect(signedText(-300)).toBe('−300');
});
