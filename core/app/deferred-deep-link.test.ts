import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_PAGES, ROUTES } from '../links/paths.ts';
import { DEFERRED_LINK_MS, deferLink, isDeferrable, isLinkDue, processDeferredLink } from './deferred-deep-link.ts';

const URL_OF_KAYA = 'https://shop.example/products/view?slug=kaya';
const now = new Date('2026-12-24T09:00:00+08:00');
const later = (ms: number) => new Date(now.getTime() + ms);

test('docs/spec.md §3: "Deferred deep link: url, timestamp, processed"', () => {
  expect(deferLink(URL_OF_KAYA, now)).toEqual({ url: URL_OF_KAYA, timestamp: now.getTime(), processed: false });
});

test.each([
  ['at once', 0, true],
  ['a moment before 24 hours', DEFERRED_LINK_MS - 1, true],
  ['after "24 hours"', DEFERRED_LINK_MS, false],
  ['after a week', 7 * DEFERRED_LINK_MS, false],
  ['before it was stored, by a clock that was set back', -1, false],
])('a link is due %s: %s ms', (_, age, isDue) => {
  expect(isLinkDue(deferLink(URL_OF_KAYA, now), later(age))).toBe(isDue);
});

describe('docs/spec.md §4: "once processed they are marked and cleared"', () => {
  test('is opened once: marked, then cleared', () => {
    const first = processDeferredLink(deferLink(URL_OF_KAYA, now), later(60_000));
    expect(first).toEqual({
      open: URL_OF_KAYA,
      stored: { url: URL_OF_KAYA, timestamp: now.getTime(), processed: true },
    });
    expect(processDeferredLink(first.stored, later(60_001))).toEqual({ open: null, stored: null });
  });

  test('an expired one is cleared without being opened', () => {
    expect(processDeferredLink(deferLink(URL_OF_KAYA, now), later(DEFERRED_LINK_MS))).toEqual({
      open: null,
      stored: null,
    });
  });

  test('without one there is nothing to open', () => {
    expect(processDeferredLink(null, now)).toEqual({ open: null, stored: null });
  });

  test('however often and late the app starts, a link is opened at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 * DEFERRED_LINK_MS), { maxLength: 6 }), (ages) => {
        let stored: ReturnType<typeof processDeferredLink>['stored'] = deferLink(URL_OF_KAYA, now);
        let timesOpened = 0;
        for (const age of ages) {
          const step = processDeferredLink(stored, later(age));
          if (step.open !== null) timesOpened++;
          stored = step.stored;
        }
        expect(timesOpened).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a path may wait for the app', () => {
  test.each([
    '/',
    '/products/view?slug=kaya',
    '/products/kaya?x=1',
    '/stores/KL-01',
    '/refer?refer=AB12',
    '/cart',
    '/signup',
  ])('%s', (path) => {
    expect(isDeferrable(path)).toBe(true);
  });

  test.each([
    '/logout?force=1',
    '/checkout',
    ROUTES.checkoutResult,
    ROUTES.webPayment,
    '/track-order/view?order_number=1&token=x',
    '/products/view?slug=kaya&token=x',
    '/alerts/end',
    '/unsubscribe',
    '/products/preview?slug=kaya',
    '/no-such-page',
    '/api/orders',
    ...ACCOUNT_PAGES.map((page) => ROUTES[page]),
  ])('not %s', (path) => {
    expect(isDeferrable(path)).toBe(false);
  });
});
