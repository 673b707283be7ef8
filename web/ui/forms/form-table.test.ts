import { expect, test } from 'vitest';
import { buildRequest, checkValues, readStartValues, required, trim } from './form-table.ts';

const TABLE = {
  name: { start: '', check: required('ui.close'), normalize: trim },
  nickname: { start: '', normalize: (value: string) => value || undefined },
  consent: { start: false },
};

test('begins with the values of the rows', () => {
  expect(readStartValues(TABLE)).toEqual({ name: '', nickname: '', consent: false });
});

test('lists what is wrong by field, in the order of the rows', () => {
  const table = { city: { start: '', check: required('ui.close') }, ...TABLE };
  const problems = checkValues(table, { city: ' ', name: '', nickname: '', consent: false });
  expect(Object.entries(problems)).toEqual([
    ['city', 'ui.close'],
    ['name', 'ui.close'],
  ]);
  expect(checkValues(TABLE, { name: 'Mei', nickname: '', consent: true })).toEqual({});
});

test('builds a request of normalized values, without those that are left out', () => {
  expect(buildRequest(TABLE, { name: ' Mei ', nickname: '', consent: true })).toEqual({ name: 'Mei', consent: true });
});
