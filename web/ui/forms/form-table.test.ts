import { describe, expect, test } from 'vitest';
import { buildChanges, buildRequest, checkValues, required, startValues, trim, trimOptional } from './form-table.ts';

const TABLE = {
  name: { start: '', check: required('ui.close'), normalize: trim },
  nickname: { start: '', normalize: trimOptional },
  consent: { start: false },
};

test('begins with the values of the rows', () => {
  expect(startValues(TABLE)).toEqual({ name: '', nickname: '', consent: false });
});

test('lists what is wrong by field, in the order of the rows', () => {
  const table = { city: { start: '', check: required('ui.close') }, ...TABLE };
  const wrong = checkValues(table, { city: ' ', name: '', nickname: '', consent: false });
  expect(Object.entries(wrong)).toEqual([
    ['city', 'ui.close'],
    ['name', 'ui.close'],
  ]);
  expect(checkValues(TABLE, { name: 'Mei', nickname: '', consent: true })).toEqual({});
});

describe('the request', () => {
  test('has normalized values, and leaves empty ones out', () => {
    expect(buildRequest(TABLE, { name: ' Mei ', nickname: ' ', consent: true })).toEqual({
      name: 'Mei',
      consent: true,
    });
  });

  test('of a change has null for them', () => {
    expect(buildChanges(TABLE, { name: 'Mei', nickname: '', consent: false })).toEqual({
      name: 'Mei',
      nickname: null,
      consent: false,
    });
  });
});
