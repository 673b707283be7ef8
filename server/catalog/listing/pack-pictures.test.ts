import { expect, test } from 'vitest';
import { choosePackKind } from './pack-pictures.ts';

test.each([
  ['drink', ['Food', 'Beverages', 'Soft drinks']],
  ['dairy', ['Food', 'Beverages', 'Milk']],
  ['home', ['Personal Care', 'Bath', 'Soap']],
  ['sweet', ['Personal Care', 'Mouth', 'Toothpaste']],
  ['snack', ['Pantry', 'Instant noodles']],
  ['fresh', ['Pantry', 'Rice']],
  ['pantry', ['More goods', 'Spices']],
  ['pantry', []],
] as const)('the pack is of kind %s below %j: the nearest category decides', (kind, names) => {
  expect(choosePackKind('pantry', names)).toBe(kind);
});

test('a category with a kind of its own needs no name', () => {
  expect(choosePackKind('dairy', ['Snacks'])).toBe('dairy');
});
