/** Parameters that pages read on the server have to be declared in core/links/page-query.ts, which drops all others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePageUrl } from '@shop/core/links/page-query';
import { ROUTES } from '@shop/core/links/paths';
import { expect, test } from 'vitest';

/** Parameters of personal pages, which are rendered with their whole query and never cached. */
const PERSONAL = [
  'then',
  'referral_code',
  'order_number',
  'order_id',
  'token',
  'search',
  'status',
  'kind',
  'filter',
  'code',
  'error',
];
/** Parameters that only the browser reads, from its own URL. */
const BROWSER = ['ref', 'ref_id', 'ref_token', 'deeplink'];

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !/^(dist|testing|node_modules)\b/.test(path),
);

test('every parameter that a page reads is part of its cache key, or personal', () => {
  const parameters = sources.flatMap((path) =>
    [
      ...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/(?:arams|query|search|\))\.get\('(\w+)'\)/g),
    ].map(([, name = '']) => name),
  );
  const values = ['x', '2', 'grocery', 'zh', 'ended'];
  // A product's link redirects with its whole query.
  const pages = Object.values(ROUTES).filter((route) => route !== ROUTES.productLink);
  const isDeclared = (name: string) =>
    pages.some((route) =>
      values.some((value) => normalizePageUrl(route, new URLSearchParams({ [name]: value })).includes(`${name}=`)),
    );
  expect(parameters).toContain('slug');
  expect([...new Set(parameters)].filter((name) => !isDeclared(name)).sort()).toEqual([...PERSONAL, ...BROWSER].sort());
});
