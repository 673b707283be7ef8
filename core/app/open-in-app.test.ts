import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDeepLinkPath } from '../links/deep-links.ts';
import {
  type AppSettings,
  advanceLaunch,
  type Browser,
  beginLaunch,
  findPlatform,
  IFRAME_MS,
  type LaunchAction,
  type LaunchInput,
  type LaunchState,
  OPEN_CHECK_MS,
  planLaunch,
  STORE_REDIRECT_MS,
  withoutDeepLink,
} from './open-in-app.ts';

const IPHONE: Browser = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  touchPoints: 5,
};
const MAC = {
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  touchPoints: 0,
};
const ANDROID = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  touchPoints: 5,
};
const WINDOWS = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  touchPoints: 10,
};

const APP: AppSettings = {
  origin: 'https://shop.example',
  scheme: 'sekampit',
  hasUniversalLinks: true,
  androidPackage: 'example.sekampit.app',
  stores: { ios: 'https://apps.apple.com/my/app/id1', android: 'https://play.google.com/store/apps/details?id=x' },
};

test.each([
  ['an iPhone', IPHONE, 'ios'],
  ['an iPad, which says that it is a Mac', { ...MAC, touchPoints: 5 }, 'ios'],
  ['a Mac', MAC, null],
  ['an Android phone', ANDROID, 'android'],
  ['a Windows desktop with a touch screen', WINDOWS, null],
  ['an unknown browser', { userAgent: '', touchPoints: 5 }, null],
])('%s', (_, browser, platform) => {
  expect(findPlatform(browser)).toBe(platform);
});

describe('docs/spec.md §2: "tries to open the app with the query params"', () => {
  const PATH = '/products/view?slug=kaya&deeplink=1&utm_source=mail';

  test('iOS opens a universal link', () => {
    expect(planLaunch(IPHONE, PATH, APP)).toEqual({
      form: 'link',
      url: 'https://shop.example/products/view?slug=kaya&utm_source=mail',
      store: APP.stores.ios,
    });
  });

  test('Android opens an intent, whose fallback is the listing', () => {
    expect(planLaunch(ANDROID, `${PATH}#reviews`, APP)).toEqual({
      form: 'intent',
      url: 'intent://shop.example/products/view?slug=kaya&utm_source=mail#Intent;scheme=https;package=example.sekampit.app;S.browser_fallback_url=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dx;end',
      store: APP.stores.android,
    });
  });

  test('without a listing the fallback is the page itself, which does not try again', () => {
    const launch = planLaunch(ANDROID, PATH, { ...APP, stores: { ios: null, android: null } });
    expect(launch?.url).toContain(
      `S.browser_fallback_url=${encodeURIComponent('https://shop.example/products/view?slug=kaya&utm_source=mail')};end`,
    );
    expect(launch?.store).toBeNull();
  });

  test.each([
    ['iOS without an id', IPHONE, { ...APP, hasUniversalLinks: false }],
    ['Android without a package', ANDROID, { ...APP, androidPackage: null }],
  ])('%s has only the scheme, in a hidden iframe', (_, browser, app) => {
    const launch = planLaunch(browser, PATH, app);
    expect(launch).toMatchObject({ form: 'iframe', url: 'sekampit://product/kaya?utm_source=mail' });
    expect(findDeepLinkPath(launch?.url ?? '', { scheme: 'sekampit', origins: [] })).toBe(
      '/products/kaya?utm_source=mail',
    );
  });

  test.each([MAC, WINDOWS])('a desktop does nothing', (browser) => {
    expect(planLaunch(browser, PATH, APP)).toBeNull();
  });

  test.each([
    ['/?deeplink=1', '/'],
    ['/?deeplink', '/'],
    ['/cart?a=1&deeplink=1&b=2#c', '/cart?a=1&b=2#c'],
    ['/cart?deeplinks=1', '/cart?deeplinks=1'],
  ])('%s is %s without deeplink', (path, target) => {
    expect(withoutDeepLink(path)).toBe(target);
  });
});

/** Feeds inputs to a launch; returns its last state, and each action with the time or input that caused it. */
function play(form: LaunchState['form'], store: string | null, inputs: readonly LaunchInput[]) {
  let state = beginLaunch({ form, url: '', store });
  const log: [number | string, LaunchAction['do']][] = [];
  for (const input of inputs) {
    const step = advanceLaunch(state, input);
    state = step.state;
    for (const action of step.actions) log.push([typeof input === 'string' ? input : input.elapsed, action.do]);
  }
  return { log, state };
}

const listTicks = (step: number): LaunchInput[] =>
  Array.from({ length: Math.ceil(3_000 / step) + 1 }, (_, index) => ({ elapsed: index * step }));

describe('docs/readings.md#70: 1 s, 2 s and 2.5 s', () => {
  test('docs/spec.md §9: "hidden iframe removed after 1 s, then store redirect at 2 s"', () => {
    const { log, state } = play('iframe', 'https://store.example', listTicks(100));
    expect(log).toEqual([
      [IFRAME_MS, 'remove-iframe'],
      [STORE_REDIRECT_MS, 'open-store'],
      [OPEN_CHECK_MS, 'give-up'],
    ]);
    expect(state).toMatchObject({ outcome: 'unopened', isInStore: true, hasIframe: false });
  });

  test.each(['link', 'intent'] as const)('docs/spec.md §2: a %s goes to the listing "after 2.5 seconds"', (form) => {
    expect(play(form, 'https://store.example', listTicks(100)).log).toEqual([
      [OPEN_CHECK_MS, 'open-store'],
      [OPEN_CHECK_MS, 'give-up'],
    ]);
  });

  test('without a listing the page stays', () => {
    expect(play('iframe', null, listTicks(500)).log).toEqual([
      [IFRAME_MS, 'remove-iframe'],
      [OPEN_CHECK_MS, 'give-up'],
    ]);
    expect(play('link', null, listTicks(500)).log).toEqual([[OPEN_CHECK_MS, 'give-up']]);
  });

  test.each(['hidden', 'blurred', 'pagehide'] as const)(
    'a page that was %s never goes to the listing, and its iframe is removed all the same',
    (input) => {
      const { log, state } = play('iframe', 'https://store.example', [{ elapsed: 500 }, input, ...listTicks(100)]);
      expect(log).toEqual([[IFRAME_MS, 'remove-iframe']]);
      expect(state.outcome).toBe('opened');
    },
  );

  test('a page whose timers stood still does all that is due, in order', () => {
    expect(play('iframe', 'https://store.example', [{ elapsed: 60_000 }]).log.map(([, action]) => action)).toEqual([
      'remove-iframe',
      'open-store',
      'give-up',
    ]);
  });

  test('a page that is hidden by the listing is not taken for one that opened the app', () => {
    const { log, state } = play('iframe', 'https://store.example', [{ elapsed: 2_000 }, 'blurred', { elapsed: 2_500 }]);
    expect(log.map(([, action]) => action)).toEqual(['remove-iframe', 'open-store']);
    expect(state.outcome).toBe('unopened');
  });

  test('each action happens at most once and never before its time, and none leads away after the page was left', () => {
    const input = fc.oneof(
      fc.nat(4_000).map((elapsed): LaunchInput => ({ elapsed })),
      fc.constantFrom<LaunchInput>('hidden', 'blurred', 'pagehide'),
    );
    const form = fc.constantFrom<LaunchState['form']>('link', 'intent', 'iframe');
    fc.assert(
      fc.property(form, fc.constantFrom('https://store.example', null), fc.array(input), (form, store, inputs) => {
        const { log } = play(form, store, inputs);
        const times = Object.fromEntries(log.map(([time, action]) => [action, Number(time)]));
        expect(Object.keys(times)).toHaveLength(log.length);
        expect(times['remove-iframe'] ?? IFRAME_MS).toBeGreaterThanOrEqual(IFRAME_MS);
        expect(times['open-store'] ?? STORE_REDIRECT_MS).toBeGreaterThanOrEqual(STORE_REDIRECT_MS);
        expect(times['give-up'] ?? OPEN_CHECK_MS).toBeGreaterThanOrEqual(OPEN_CHECK_MS);
        const leaveIndex = inputs.findIndex((each) => typeof each === 'string');
        const inputsBefore = leaveIndex < 0 ? inputs : inputs.slice(0, leaveIndex);
        const isRedirected = play(form, store, inputsBefore).log.some(([, action]) => action === 'open-store');
        expect('open-store' in times).toBe(isRedirected);
      }),
    );
  });
});
