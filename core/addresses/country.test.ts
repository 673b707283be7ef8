import { expect, test } from 'vitest';
import { formatRefusal } from '../refusal-text.ts';
import { checkCountry } from './country.ts';

test.each([null, undefined, '', '  ', 'MY', 'my', 'Malaysia', ' MALAYSIA ', '马来西亚'])('%j is Malaysia', (country) =>
  expect(checkCountry({ country })).toBeNull(),
);

test.each(['SG', 'Singapore', '新加坡', 'Malaysia?'])('refuses %j at the country', (country) => {
  const refusal = checkCountry({ country });
  expect([refusal?.field, refusal && formatRefusal(refusal, 'en')]).toEqual([
    'country',
    'We deliver within Malaysia only. Please correct the country.',
  ]);
});
