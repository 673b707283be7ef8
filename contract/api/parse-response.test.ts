import { senToText } from '@shop/core/money';
import { expect, test } from 'vitest';
import { openOrdersRefusal } from '../identity.ts';
import { checkoutChanged, phoneProofNeeded } from '../orders.ts';
import { endpoints } from './endpoints.ts';
import { MONEY_FIELDS, parseResponse } from './parse-response.ts';

type Schema = {
  type?: string;
  entries?: Record<string, Schema>;
  items?: Schema[];
  item?: Schema;
  wrapped?: Schema;
  value?: Schema;
  options?: Schema[];
  pipe?: { type: string; operation?: unknown }[];
};

const isMoney = ({ pipe = [] }: Schema) => pipe.some(({ operation }) => operation === senToText);

/** Collects the names of money fields through all members of a schema. */
function collectMoney(schema: Schema, name: string, names: Set<string>): void {
  if (isMoney(schema)) names.add(name);
  for (const [member, each] of Object.entries(schema.entries ?? {})) collectMoney(each, member, names);
  const { item, wrapped, value, items = [], options = [] } = schema;
  for (const inner of [item, wrapped, value, ...items, ...options]) {
    if (typeof inner === 'object') collectMoney(inner, name, names);
  }
}

const REFUSALS = [checkoutChanged, phoneProofNeeded, openOrdersRefusal];

test('converts every money field of every response, and only those', () => {
  const names = new Set<string>();
  for (const { response } of Object.values(endpoints)) collectMoney(response as Schema, '', names);
  for (const refusal of REFUSALS) collectMoney(refusal as Schema, '', names);
  expect([...MONEY_FIELDS].sort()).toEqual([...names].sort());
});

test('converts money to sen and keeps other texts and numbers', () => {
  expect(parseResponse('{"amount":"12.90","coins":5,"name":"12.90","voucher":{"value":"RM5"},"at":null}')).toEqual({
    amount: 1290,
    coins: 5,
    name: '12.90',
    voucher: { value: 'RM5' },
    at: null,
  });
  expect(() => parseResponse('<html>')).toThrow(SyntaxError);
});
