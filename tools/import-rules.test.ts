import { expect, test } from 'vitest';
import {
  findCycles,
  findViolations,
  listLoadedPackages,
  listRuleNames,
  readSources,
  type SourceFile,
} from './import-rules.ts';

const sources = readSources('.');

test('every file follows the import rules', () => {
  expect(findViolations(sources)).toEqual([]);
});

test('no files import each other in a cycle, types included', () => {
  expect(findCycles(sources).map((cycle) => cycle.join(' → '))).toEqual([]);
});

test('finds a planted cycle of type imports, not of dynamic ones', () => {
  const cart = { path: 'server/cart/cart.ts', text: `import { Lines } from './lines.ts';` };
  const lines = { path: 'server/cart/lines.ts', text: `import type { Price } from './price.ts';` };
  const price = { path: 'server/cart/price.ts', text: `import type { Cart } from './cart.ts';` };
  expect(findCycles([cart, lines, price])).toEqual([[cart.path, lines.path, price.path, cart.path]]);
  expect(findCycles([cart, lines, { ...price, text: `await import('./cart.ts');` }])).toEqual([]);
});

test('the server starts without libraries that few processes need', () => {
  const packages = listLoadedPackages('server/main.ts', sources);
  expect(packages).toContain('fastify');
  // Packages for shop folders, pictures, the embedded database, mail servers, Redis and metrics. An import of node:http
  // would load undici (server/http/node-http.ts).
  const lazyPackages = ['yaml', 'csv-parse/sync', 'marked', 'sanitize-html', 'sharp', 'fontkit', 'pinyin-pro', 'jose'];
  const otherPackages = [
    '@electric-sql/pglite',
    '@node-rs/argon2',
    'ioredis',
    'nodemailer',
    'prom-client',
    'node:http',
    'node:https',
  ];
  expect([...lazyPackages, ...otherPackages].filter((each) => packages.has(each))).toEqual([]);
});

/** One violation of each rule: a rule that misses its own violation proves nothing. */
const VIOLATIONS: Record<string, SourceFile> = {
  'core imports nothing': { path: 'core/money.ts', text: `import { parse } from 'valibot';` },
  'core has no clock and no randomness': { path: 'core/cart/limits.ts', text: 'const now = Date.now();' },
  'contract imports core and valibot': { path: 'contract/cart.ts', text: `import fs from 'node:fs';` },
  'server never imports web': {
    path: 'server/http/pages/serve-pages.ts',
    text: `import { render } from '../../../web/entry-server.tsx';`,
  },
  'server imports demo in one place': { path: 'server/event-handlers.ts', text: `await import('../demo/demo.ts');` },
  'nothing that ships imports demo': {
    path: 'web/cart/drawer/CartDrawer.tsx',
    text: `import { brands } from '@shop/demo/data';`,
  },
  'demo never imports web': { path: 'demo/demo.ts', text: `import { render } from '../web/entry-server.tsx';` },
  'web never imports server': {
    path: 'web/cart/sync/cart-sync.ts',
    text: `import type { Cart } from '../../../server/cart/cart.ts';`,
  },
  'office imports contract and core': {
    path: 'office/orders/OrderPage.tsx',
    text: `import { Button } from '../../web/ui/Button.tsx';`,
  },
  'nothing imports office': {
    path: 'web/orders/OrderPage.tsx',
    text: `import { OrderLines } from '../../office/orders/OrderLines.tsx';`,
  },
  'a server module imports earlier modules only': {
    path: 'server/cart/cart.ts',
    text: `import { placeOrder } from '../orders/orders.ts';`,
  },
  'only app.ts imports routes': {
    path: 'server/cart/cart.ts',
    text: `import { x } from '../catalog/catalog.routes.ts';`,
  },
  'infrastructure imports no module': {
    path: 'server/partners/mail/mailer.ts',
    text: `import { orders } from '../../orders/orders.ts';`,
  },
  'a web module never imports a page': {
    path: 'web/cart/drawer/CartDrawer.tsx',
    text: `import { CheckoutPage } from '../checkout/CheckoutPage.tsx';`,
  },
  'ui knows no domain': { path: 'web/ui/Button.tsx', text: `import { formatMoney } from '@shop/core/money';` },
  'only native/ imports Capacitor': {
    path: 'web/layout/header/Header.tsx',
    text: `import { App } from '@capacitor/app';`,
  },
  'only storage.ts uses local storage': {
    path: 'web/cart/sync/cart-store.ts',
    text: `localStorage.setItem('cart', '{}');`,
  },
  'only browser-storage.ts of the office uses the browser’s storage': {
    path: 'office/api/session.ts',
    text: `sessionStorage.setItem('token', '');`,
  },
  'only links.tsx uses the router’s links': {
    path: 'web/layout/header/Header.tsx',
    text: `import { Link } from 'react-router';`,
  },
  'no style attribute': { path: 'web/ui/ProgressBar.tsx', text: '<div style={{ width: 3 }} />' },
  'no file for everything': { path: 'server/catalog/utils.ts', text: 'export const x = 1;' },
};

test.each(listRuleNames())('finds a planted violation: %s', (name) => {
  const violation = VIOLATIONS[name];
  expect(violation, 'this rule has no planted violation').toBeDefined();
  expect(findViolations(violation ? [violation] : []).join('\n')).toContain(name);
});
