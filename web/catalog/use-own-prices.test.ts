import { endpoints } from '@shop/contract/api/endpoints';
import { expect, test } from 'vitest';
import { hasGroupPrices } from './use-own-prices.ts';

/** Returns whether a schema has a field of this name at any depth. */
function hasField(schema: unknown, name: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const parts: Record<string, unknown> = Object(schema);
  const entries = Object.entries(Object(parts.entries));
  if (entries.some(([key]) => key === name)) return true;
  const nestedSchemas = [...entries.map(([, field]) => field), parts.item, parts.wrapped, ...[parts.options].flat()];
  return nestedSchemas.some((field) => hasField(field, name));
}

test('finds exactly the endpoints of the catalogue whose responses hold group prices', () => {
  const catalogue = Object.values(endpoints).filter(({ name }) => name.startsWith('catalog.'));
  const names = catalogue.filter(({ response }) => hasField(response, 'group_price')).map(({ name }) => name);
  expect(names).toContain('catalog.product');
  expect(catalogue.map(({ name }) => name).filter(hasGroupPrices)).toEqual(names);
});
