import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@shop/contract/api/endpoints';
import { staffPaths } from '@shop/contract/staff/staff-paths';
import { hasRole, STAFF_ROLES, type StaffRole } from '@shop/core/staff/roles';
import { expect, test } from 'vitest';
import { ENDPOINT_ROLES } from './api/endpoint-roles.ts';
import { LANGUAGES } from './i18n/messages.ts';
import { MENU, SCREENS } from './screens.ts';

const names = Object.keys(staffPaths).filter((name) => name.startsWith('staff.')) as (keyof typeof ENDPOINT_ROLES)[];

/** Staff endpoints that no screen calls yet, and why. */
const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  'staff.orderPayments': 'staff.attempts and staff.paymentRefunds show the payments',
  'staff.setOrderTags': 'staff.changeOrderTags leaves the tags of colleagues as they are',
};

/** Names of the staff endpoints that the office calls, as in `call('staff.orders', …)`. */
const calls = new Set(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(^|[\\/])(dist|node_modules)[\\/]|\.test\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/call\(\s*'(staff\.\w+)'/g)])
    .map(([, name]) => name),
);

test('every endpoint of staff is called by the office, or its lack of a screen has a reason', () => {
  expect(names.filter((name) => !calls.has(name) && WITHOUT_SCREEN[name] === undefined)).toEqual([]);
  expect(Object.keys(WITHOUT_SCREEN).filter((name) => calls.has(name) || !(name in staffPaths))).toEqual([]);
});

test('the office calls no endpoint that the contract lacks', () => {
  expect([...calls].filter((name) => !(String(name) in staffPaths))).toEqual([]);
});

test('the roles that a screen needs are those of the contract', () => {
  for (const name of names) {
    if (endpoints[name].access !== 'staff') continue;
    const endpoint = endpoints[name];
    const roles: readonly StaffRole[] = 'roles' in endpoint ? endpoint.roles : [];
    for (const role of STAFF_ROLES) {
      expect(hasRole([role], ENDPOINT_ROLES[name]), `${name} for ${role}`).toBe(hasRole([role], roles));
    }
  }
});

test('no two screens share an address or a key', () => {
  const paths = SCREENS.map(({ path }) => path);
  const keys = SCREENS.flatMap(({ menu }) => menu?.key ?? []);
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).not.toContain('g');
});

test('no message of a language is empty or still English', () => {
  const { en, ...otherLanguages } = LANGUAGES;
  const missingTexts = Object.values(otherLanguages).flatMap(({ messages }) =>
    Object.entries(messages).filter(
      ([key, text]) => text === '' || (/[a-z]{4}/.test(text) && text === en?.messages[key as never]),
    ),
  );
  expect(
    missingTexts
      .map(([key]) => key)
      .filter((key) => !/whatsapp$|\.page\.|^order\.(each|discount|refund_of)$/.test(key)),
  ).toEqual([]);
});

test.each([
  ['owner', 'today'],
  ['catalog', 'today'],
  ['orders', 'today'],
  ['picker', 'today'],
  ['support', 'today'],
  ['finance', 'today'],
  // Sees no part of the day (docs/readings.md#99).
  ['outlet_manager', 'tills'],
] as const)('the menu of %s begins with %s', (role, first) => {
  expect(MENU.filter(({ needs }) => hasRole([role], ENDPOINT_ROLES[needs]))[0]?.path).toBe(first);
});
