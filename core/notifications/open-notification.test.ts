import { describe, expect, test } from 'vitest';
import { resolveDestination } from './open-notification.ts';

const HOSTS = ['shop.example'];
const open = (action: string | null, action_data: Record<string, unknown> | null, action_url: string | null) =>
  resolveDestination({ action, action_data, action_url }, HOSTS);

describe('docs/spec.md §2 "Push-notification routing"', () => {
  test.each(['order-placed', 'order-updated'])('%s opens the order of its action data', (action) => {
    expect(open(action, { order_id: '0a1b' }, '/elsewhere')).toEqual({
      open: 'inside',
      path: '/my-account/orders/view?order_id=0a1b',
    });
  });

  test.each(['offline-transaction-reward', 'offline-transaction-redeem', 'points-expiring'])(
    '%s opens the coin page',
    (action) => {
      expect(open(action, null, '/elsewhere')).toEqual({ open: 'inside', path: '/my-account/coin' });
    },
  );

  test('an order without its id, or another action, follows its address', () => {
    expect(open('order-updated', {}, '/kk-coins')).toEqual({ open: 'inside', path: '/kk-coins' });
    expect(open('order-updated', { order_id: 7 }, null)).toEqual({ open: 'inside', path: '/' });
    expect(open('news', null, '/bundles?page=2#top')).toEqual({ open: 'inside', path: '/bundles?page=2#top' });
  });

  test.each([
    ['https://shop.example/brands?x=1#a', { open: 'inside', path: '/brands?x=1#a' }],
    ['https://news.example/today', { open: 'outside', url: 'https://news.example/today' }],
    ['http://shop.example.evil.example/', { open: 'outside', url: 'http://shop.example.evil.example/' }],
  ])('the absolute address %s opens inside only on the own host', (url, destination) => {
    expect(open(null, null, url)).toEqual(destination);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'intent://x',
    'brands',
    '',
    'https://',
  ])('the address %j opens home', (url) => {
    expect(open(null, null, url)).toEqual({ open: 'inside', path: '/' });
  });
});
