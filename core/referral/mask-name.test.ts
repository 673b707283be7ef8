import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test.each([
  ['Mei Ling', 'M*** L***'],
  ['李美玲', '李***'],
  ['', '***'],
])('masks %j as %j', (name, masked) => expect(maskName(name)).toBe(masked));
