import * as v from 'valibot';
import { expect, test } from 'vitest';
import { encodeResult, markForSingleEncoding } from './encode-result.ts';

/** A schema that counts how often it converts. */
function makeCountingSchema() {
  const conversions = { times: 0 };
  const schema = v.pipe(
    v.object({ total: v.number() }),
    v.transform(({ total }) => {
      conversions.times += 1;
      return { total: (total / 100).toFixed(2) };
    }),
  );
  return { schema, conversions };
}

test('encodes a result by the contract, at every call', () => {
  const { schema, conversions } = makeCountingSchema();
  const result = { total: 1250 };
  for (let call = 0; call < 3; call++) expect(encodeResult(schema, result)).toBe('{"total":"12.50"}');
  expect(conversions.times).toBe(3);
});

test('encodes a result that its handler returns again only once, and its successor once more', () => {
  const { schema, conversions } = makeCountingSchema();
  const result = markForSingleEncoding({ total: 1250 });
  for (let call = 0; call < 3; call++) expect(encodeResult(schema, result)).toBe('{"total":"12.50"}');
  expect(conversions.times).toBe(1);
  expect(encodeResult(schema, markForSingleEncoding({ total: 5 }))).toBe('{"total":"0.05"}');
});

test('throws for a result that breaks the contract', () => {
  const { schema } = makeCountingSchema();
  expect(() => encodeResult(schema, markForSingleEncoding({ total: 'a lot' }))).toThrow();
});
