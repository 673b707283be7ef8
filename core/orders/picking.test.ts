import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitReturnedUnits } from './picking.ts';

test.each([
  { title: 'nothing was replaced', line: { replaced: 0, pieces: 0 }, before: 0, quantity: 2, ordered: 2, pieces: 0 },
  { title: 'all was replaced', line: { replaced: 2, pieces: 2 }, before: 0, quantity: 2, ordered: 0, pieces: 2 },
  {
    title: 'the replaced units come first',
    line: { replaced: 2, pieces: 1 },
    before: 0,
    quantity: 3,
    ordered: 1,
    pieces: 1,
  },
  {
    title: 'one piece for two units: the second',
    line: { replaced: 2, pieces: 1 },
    before: 0,
    quantity: 1,
    ordered: 0,
    pieces: 0,
  },
  {
    title: 'one piece for two units, the rest',
    line: { replaced: 2, pieces: 1 },
    before: 1,
    quantity: 1,
    ordered: 0,
    pieces: 1,
  },
  { title: 'more pieces than units', line: { replaced: 1, pieces: 3 }, before: 0, quantity: 1, ordered: 0, pieces: 3 },
])('returned units: $title', ({ line, before, quantity, ordered, pieces }) => {
  expect(splitReturnedUnits(line, before, quantity)).toEqual({ ordered, pieces });
});

test('returned one by one, a line returns exactly what it delivered', () => {
  const anyLine = fc.record({ found: fc.nat({ max: 5 }), replaced: fc.nat({ max: 5 }), pieces: fc.nat({ max: 7 }) });
  fc.assert(
    fc.property(anyLine, ({ found, replaced, pieces }) => {
      const line = { replaced, pieces: replaced === 0 ? 0 : pieces };
      const parts = Array.from({ length: found + replaced }, (_, before) => splitReturnedUnits(line, before, 1));
      expect(parts.reduce((sum, { ordered }) => sum + ordered, 0)).toBe(found);
      expect(parts.reduce((sum, part) => sum + part.pieces, 0)).toBe(line.pieces);
    }),
  );
});
