/** docs/spec.md §2, §9: effects of a launch in the browser, by the rule of core/app/open-in-app.ts. */
import type { AppLaunch } from '@shop/core/app/open-in-app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BrowserGlobals, stubBrowser } from '../testing/browser-globals.ts';
import { linkFollowedAt } from './deep-link-flag.ts';
import { runLaunch } from './run-launch.ts';

const STORE = 'https://store.example/app';
const LINK: AppLaunch = { form: 'link', url: 'https://shop.example/cart', store: STORE };
const INTENT: AppLaunch = { form: 'intent', url: 'intent://shop.example/cart#Intent;end', store: STORE };

let browser: BrowserGlobals;
let navigations: string[];
let outcomes: string[];

beforeEach(() => {
  vi.useFakeTimers();
  browser = stubBrowser();
  navigations = [];
  outcomes = [];
  Object.assign(window, {
    location: {
      assign: (url: string) => navigations.push(`assign ${url}`),
      replace: (url: string) => navigations.push(`replace ${url}`),
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = (launch: AppLaunch, begunAt: number | null = null) =>
  runLaunch(launch, begunAt, (outcome) => outcomes.push(outcome));

/** Hides the page, as an app that opens over it does. */
function hide(): void {
  Object.assign(document, { visibilityState: 'hidden' });
  browser.dispatch('visibilitychange');
}

test('docs/spec.md §9 "App-open check delay 2.5 s": then the listing', () => {
  begin(INTENT);
  vi.advanceTimersByTime(2_499);
  expect(navigations).toEqual([`assign ${INTENT.url}`]);
  vi.advanceTimersByTime(1);
  expect(navigations).toEqual([`assign ${INTENT.url}`, `assign ${STORE}`]);
  expect(outcomes).toEqual(['unopened']);
});

test.each([
  ['hidden', hide],
  ['blurred', () => browser.dispatch('blur')],
  ['left', () => browser.dispatch('pagehide')],
])('a page that is %s does not go to the listing', (_, leave) => {
  begin(INTENT);
  leave();
  vi.advanceTimersByTime(10_000);
  expect(navigations).toEqual([`assign ${INTENT.url}`]);
  expect(outcomes).toEqual(['opened']);
});

test('a page that becomes visible has not been hidden', () => {
  begin(INTENT);
  browser.dispatch('visibilitychange');
  vi.advanceTimersByTime(2_500);
  expect(outcomes).toEqual(['unopened']);
});

test('a universal link takes the place of the page, whose next document continues the launch', () => {
  const begunAt = Date.now();
  begin(LINK);
  expect(navigations).toEqual([`replace ${LINK.url}`]);
  expect(Number(linkFollowedAt.read())).toBe(begunAt);
  vi.clearAllTimers();

  vi.advanceTimersByTime(700);
  begin(LINK, begunAt);
  expect(navigations).toHaveLength(1);
  vi.advanceTimersByTime(1_799);
  expect(navigations).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(navigations[1]).toBe(`assign ${STORE}`);
});

test('a document that is there after 2.5 s leaves nothing to continue', () => {
  begin(LINK);
  hide();
  vi.advanceTimersByTime(2_500);
  expect(linkFollowedAt.read()).toBeNull();
});

test('nothing happens once it is stopped', () => {
  const stop = begin(LINK);
  stop();
  hide();
  vi.advanceTimersByTime(10_000);
  expect(navigations).toHaveLength(1);
  expect(outcomes).toEqual([]);
  expect(linkFollowedAt.read()).toBeNull();
});
