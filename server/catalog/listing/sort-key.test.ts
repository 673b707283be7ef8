import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildChineseKey, buildEnglishKey } from './sort-key.ts';

const byKey = (key: (name: string) => string) => (a: string, b: string) =>
  key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

test('English keys sort by bytes as Intl.Collator sorts the names', () => {
  const collator = new Intl.Collator('en', { sensitivity: 'base' });
  const ascii = fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
  });
  fc.assert(
    fc.property(ascii, ascii, (a, b) => byKey(buildEnglishKey)(a, b) === Math.sign(collator.compare(a, b))),
    { numRuns: 2000 },
  );
  expect(buildEnglishKey('Éclair  Box')).toBe(buildEnglishKey('eclair box'));
});

test('Chinese keys sort by pinyin, digits before Chinese before Latin letters', () => {
  const names = ['椰浆', 'Abc', '班兰咖椰', '7种坚果', '白米', '酱青', '银行', '参巴'];
  expect(names.toSorted(byKey(buildChineseKey))).toEqual([
    '7种坚果',
    '白米',
    '班兰咖椰',
    '参巴',
    '酱青',
    '椰浆',
    '银行',
    'Abc',
  ]);
});
