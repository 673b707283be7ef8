import { expect, test } from 'vitest';
import { drawBarcodePath } from './barcode-path.ts';
import { drawQrPath } from './qr-path.ts';

/** Reads the dark modules of a path back, row by row. */
function readModules({ width, height, path }: ReturnType<typeof drawQrPath>): string[] {
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => '0'));
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let i = 0; i < Number(length); i++) (rows[Number(y)] ?? [])[Number(x) + i] = '1';
  }
  return rows.map((row) => row.join(''));
}

test('draws a QR code with a quiet zone of four modules and its three finder patterns', () => {
  const code = drawQrPath('MEMBER-0123456789');
  const rows = readModules(code);
  expect(code.width).toBe(code.height);
  expect(rows.slice(0, 4).join('')).not.toContain('1');
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  const readFinder = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  const farEdge = code.width - 4 - 7;
  expect([readFinder(4, 4), readFinder(farEdge, 4), readFinder(4, farEdge)]).toEqual([finder, finder, finder]);
});

test('draws Code 128 with its start, checksum and stop pattern (ISO/IEC 15417)', () => {
  // Start B, "A" (33), checksum (104 + 33) mod 103 = 34, stop.
  const bars = '11010010000' + '10100011000' + '10001011000' + '1100011101011';
  expect(readModules(drawBarcodePath('A'))).toEqual([`${'0'.repeat(10)}${bars}${'0'.repeat(10)}`]);
});
