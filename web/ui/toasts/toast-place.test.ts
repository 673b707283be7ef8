import { expect, test } from 'vitest';
import { computeToastShift } from './toast-place.ts';

const TOAST = { top: 6, bottom: 50, left: 16, right: 374 };

test.each([
  ['stays over the header without a field', null, 0],
  ['stays above a field that it does not touch', { top: 300, bottom: 348, left: 20, right: 370 }, 0],
  ['stays beside a field', { top: 6, bottom: 50, left: 400, right: 700 }, 0],
  ['moves away from a field under it', { top: 20, bottom: 68, left: 20, right: 370 }, 714],
  ['moves away from a field whose focus ring it would touch', { top: 54, bottom: 98, left: 20, right: 370 }, 714],
])('a toast %s', (_, field, shift) => {
  expect(computeToastShift(TOAST, field, 844)).toBe(shift);
});
