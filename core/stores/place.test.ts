import { expect, test } from 'vitest';
import { computeCloseness, computeDistanceKm, isInMalaysia, parsePosition, toUnitVector } from './place.ts';

const KUALA_LUMPUR = { lat: 3.139, lng: 101.687 };
const PENANG = { lat: 5.414, lng: 100.33 };
const KUCHING = { lat: 1.55, lng: 110.34 };

test('the distance is that of the great circle, in kilometres', () => {
  expect(computeDistanceKm(KUALA_LUMPUR, KUALA_LUMPUR)).toBe(0);
  expect(computeDistanceKm(KUALA_LUMPUR, PENANG)).toBeCloseTo(294, -1);
  expect(computeDistanceKm(KUALA_LUMPUR, KUCHING)).toBeCloseTo(977, -1);
  expect(computeDistanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(20_015, 0);
});

test('closeness sorts as distances do', () => {
  const computeClosenessTo = (place: typeof PENANG) =>
    computeCloseness(toUnitVector(KUALA_LUMPUR), toUnitVector(place));
  expect(computeClosenessTo(PENANG)).toBeGreaterThan(computeClosenessTo(KUCHING));
});

test.each([
  ['3.139,101.687', KUALA_LUMPUR],
  [' 3.139 , 101.687 ', KUALA_LUMPUR],
  ['-33.9,151.2', { lat: -33.9, lng: 151.2 }],
  ['90,180', { lat: 90, lng: 180 }],
  ['91,101', null],
  ['3,181', null],
  ['3.139', null],
  ['3.139,101.687,5', null],
  ['NaN,NaN', null],
  ['1e1,1e2', null],
  ['', null],
])('the position “%s”', (text, position) => {
  expect(parsePosition(text)).toEqual(position);
});

test.each([
  ['Kuala Lumpur', 3.139, 101.687, true],
  ['Langkawi', 6.32, 99.85, true],
  ['Tawau', 4.245, 117.891, true],
  ['the South China Sea', 4.5, 107, false],
  ['London', 51.5, -0.1, false],
  ['a position with its coordinates exchanged', 101.687, 3.139, false],
])('%s is in Malaysia: %4$s', (_, lat, lng, expected) => {
  expect(isInMalaysia({ lat, lng })).toBe(expected);
});
