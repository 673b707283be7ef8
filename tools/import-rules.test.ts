import { expect, test } from 'vitest';
import { brokenWalls, readSources, type SourceFile, wallNames } from './import-rules.ts';

test('every file stays inside its walls', () => {
  expect(brokenWalls(readSources('.'))).toEqual([]);
});

/** One violation of each wall: a wall that lets its own through proves nothing. */
const PLANTED: Record<string, SourceFile> = {
  'core imports nothing': { path: 'core/money.ts', text: `import { parse } from 'valibot';` },
  'core has no clock and no randomness': { path: 'core/cart/limits.ts', text: 'const now = Date.now();' },
  'contract imports core and valibot': { path: 'contract/cart.ts', text: `import fs from 'node:fs';` },
  'server never imports web': {
    path: 'server/http/pages/serve-pages.ts',
    text: `import { render } from '../../../web/entry-server.tsx';`,
  },
  'server imports demo in one place': { path: 'server/event-handlers.ts', text: `await import('../demo/demo.ts');` },
  'nothing that ships imports demo': {
    path: 'web/cart/CartDrawer.tsx',
    text: `import { brands } from '@shop/demo/data';`,
  },
  'demo never imports web': { path: 'demo/demo.ts', text: `import { render } from '../web/entry-server.tsx';` },
  'web never imports server': {
    path: 'web/cart/cart-sync.ts',
    text: `import type { Cart } from '../../server/cart/cart.ts';`,
  },
  'a server noun imports nouns to its left': {
    path: 'server/cart/cart.ts',
    text: `import { placeOrder } from '../orders/orders.ts';`,
  },
  'nobody imports routes but the application': {
    path: 'server/cart/cart.ts',
    text: `import { x } from '../catalog/catalog.routes.ts';`,
  },
  'the foundations know no noun': {
    path: 'server/partners/mail/mailer.ts',
    text: `import { orders } from '../../orders/orders.ts';`,
  },
  'a web noun never imports a page': {
    path: 'web/cart/CartDrawer.tsx',
    text: `import { CheckoutPage } from '../checkout/CheckoutPage.tsx';`,
  },
  'ui knows no domain': { path: 'web/ui/Button.tsx', text: `import { formatMoney } from '@shop/core/money';` },
  'native alone names Capacitor': { path: 'web/layout/Header.tsx', text: `import { App } from '@capacitor/app';` },
  'storage alone names local storage': { path: 'web/cart/cart-store.ts', text: `localStorage.setItem('cart', '{}');` },
  'links alone names the router’s links': {
    path: 'web/layout/Header.tsx',
    text: `import { Link } from 'react-router';`,
  },
  'no style attribute': { path: 'web/ui/ProgressBar.tsx', text: '<div style={{ width: 3 }} />' },
  'no drawer for everything': { path: 'server/catalog/utils.ts', text: 'export const x = 1;' },
};

test.each(wallNames())('a planted violation is found: %s', (name) => {
  const planted = PLANTED[name];
  expect(planted, 'this wall has no planted violation').toBeDefined();
  expect(brokenWalls(planted ? [planted] : []).join('\n')).toContain(name);
});
