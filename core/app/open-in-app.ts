/**
 * "A mobile browser with query deeplink=1 tries to open the app" (docs/spec.md §2): plans how it opens
 * the app, and what the page does while it waits (docs/readings.md#70).
 */
import { buildSchemeLink } from '../links/deep-links.ts';
import type { AppPlatform } from './version.ts';

/** A browser: its `User-Agent`, and how many touches at a time its screen detects. */
export type Browser = { userAgent: string; touchPoints: number };

/**
 * Finds a phone's or tablet's platform; null for a desktop. An iPad claims to be a Mac, but no Mac has a touch screen.
 */
export function findPlatform({ userAgent, touchPoints }: Browser): AppPlatform | null {
  if (/\bAndroid\b/i.test(userAgent)) return 'android';
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios';
  return /\bMacintosh\b/.test(userAgent) && touchPoints > 1 ? 'ios' : null;
}

/** The shop's app, as its settings describe it. */
export type AppSettings = {
  /** Such as `https://shop.example`. */
  origin: string;
  scheme: string;
  /** Whether iOS opens the shop's links in the app (`APP_IOS_ID`). */
  hasUniversalLinks: boolean;
  /** The app's package; null without one. */
  androidPackage: string | null;
  /** The listings in the stores; null without one. */
  stores: Readonly<Record<AppPlatform, string | null>>;
};

/**
 * A way to open the app: the page navigates to a `link` or an `intent`, and loads an `iframe` in a hidden iframe.
 * `store`: the app's listing, null without one.
 */
export type AppLaunch = { form: 'link' | 'intent' | 'iframe'; url: string; store: string | null };

/** Removes `deeplink` from a path, so that the opened page does not try to open the app again. */
export function withoutDeepLink(path: string): string {
  const { pathname, search, hash } = new URL(path, 'https://shop.invalid');
  const query = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && part !== 'deeplink' && !part.startsWith('deeplink='));
  return `${pathname}${query.length === 0 ? '' : `?${query.join('&')}`}${hash}`;
}

/**
 * Builds an `intent://` URL for Chrome on Android: it opens the app if it is installed, else the store's listing or the
 * page. Its fragment holds the parameters, so the page's own fragment is dropped.
 */
function buildIntentUrl(path: string, { origin, androidPackage, stores }: AppSettings): string {
  const [page = ''] = path.split('#');
  const [scheme = '', host = ''] = origin.split('://');
  const fallback = stores.android ?? `${origin}${page}`;
  const parameters = [
    `scheme=${scheme}`,
    `package=${androidPackage}`,
    `S.browser_fallback_url=${encodeURIComponent(fallback)}`,
  ];
  return `intent://${host}${page}#Intent;${parameters.join(';')};end`;
}

/**
 * Plans how a browser opens a path, with query, in the app: by a universal link on iOS, by `intent://` on Android, and
 * by the app's scheme in a hidden iframe where the settings allow no other. Null on a desktop.
 */
export function planLaunch(browser: Browser, path: string, app: AppSettings): AppLaunch | null {
  const platform = findPlatform(browser);
  if (platform === null) return null;
  const target = withoutDeepLink(path);
  const store = app.stores[platform];
  if (platform === 'ios' && app.hasUniversalLinks) return { form: 'link', url: `${app.origin}${target}`, store };
  if (platform === 'android' && app.androidPackage !== null)
    return { form: 'intent', url: buildIntentUrl(target, app), store };
  return { form: 'iframe', url: buildSchemeLink(target, app.scheme), store };
}

/** docs/spec.md §9: "hidden iframe removed after 1 s, then store redirect at 2 s", "App-open check delay 2.5 s". */
export const IFRAME_MS = 1_000;
export const STORE_REDIRECT_MS = 2_000;
export const OPEN_CHECK_MS = 2_500;

/**
 * `opened`: the page lost focus, was hidden or left. `unopened`: none of these happened, or only on the way to the
 * store.
 */
export type LaunchState = {
  form: AppLaunch['form'];
  store: string | null;
  hasIframe: boolean;
  outcome: 'waiting' | 'opened' | 'unopened';
  /** Whether the shopper was sent to the store's listing. */
  isInStore: boolean;
};

/**
 * An event of the page: the time since the launch began, in ms, or that it was hidden, blurred or left (`pagehide`).
 */
export type LaunchInput = { elapsed: number } | 'hidden' | 'blurred' | 'pagehide';

/** An action of the page; several happen in this order. `give-up`: it stops waiting and stays as it is. */
export type LaunchAction = { do: 'remove-iframe' } | { do: 'open-store'; url: string } | { do: 'give-up' };

export const beginLaunch = ({ form, store }: AppLaunch): LaunchState => ({
  form,
  store,
  hasIframe: form === 'iframe',
  outcome: 'waiting',
  isInStore: false,
});

/**
 * Returns the time of the redirect to the store, in ms since the launch; an iframe's is before the final check.
 */
const chooseRedirectMs = (form: AppLaunch['form']): number => (form === 'iframe' ? STORE_REDIRECT_MS : OPEN_CHECK_MS);

/**
 * Advances a launch. A page that was hidden, blurred or left before it went to the store has opened the app: it never
 * goes to the store, but its iframe is still removed. `elapsed` may skip times, as in a page whose timers were paused.
 */
export function advanceLaunch(state: LaunchState, input: LaunchInput): { state: LaunchState; actions: LaunchAction[] } {
  if (typeof input === 'string') {
    const outcome = state.isInStore ? 'unopened' : 'opened';
    return { state: state.outcome === 'waiting' ? { ...state, outcome } : state, actions: [] };
  }
  const actions: LaunchAction[] = [];
  let next = state;
  if (next.hasIframe && input.elapsed >= IFRAME_MS) {
    next = { ...next, hasIframe: false };
    actions.push({ do: 'remove-iframe' });
  }
  if (next.outcome !== 'waiting') return { state: next, actions };
  const { store, isInStore, form } = next;
  if (store !== null && !isInStore && input.elapsed >= chooseRedirectMs(form)) {
    next = { ...next, isInStore: true };
    actions.push({ do: 'open-store', url: store });
  }
  if (input.elapsed >= OPEN_CHECK_MS) {
    next = { ...next, outcome: 'unopened' };
    actions.push({ do: 'give-up' });
  }
  return { state: next, actions };
}
