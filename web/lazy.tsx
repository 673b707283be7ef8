/**
 * Parts of a page that the server renders and the browser wakes up a moment later: what stands below the first screen
 * costs nothing of the first load. React keeps the server's HTML until the part's code is there.
 */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';

/** The first wait before a file that did not come is asked for again; it doubles up to the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Resolves when the network is back, or after `ms`. */
const networkOr = (ms: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      window.removeEventListener('online', go);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });

/** Loads a file with retries: a part that fails to load must not crash the page. */
export async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (error) {
      if (import.meta.env.SSR) throw error;
      await networkOr(wait);
    }
  }
}

/** A component in a file of its own that is loaded when it is first shown; whoever shows it sets the `<Suspense>`. */
export const lazyWithRetry = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await loadWithRetry(load) }));

/** What the server is still loading; a part may bring further ones. */
const loading = new Set<Promise<void>>();

/**
 * A component in a file of its own, loaded late: `deferred(() => import('./Footer.tsx').then((file) => file.Footer))`.
 * `fallback` holds its place where the browser renders the page itself; where it would be seen, make it as large.
 */
export function lazyHydrated<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  if (import.meta.env.SSR) {
    const part = load().then((component) => {
      loaded = component;
      loading.delete(part);
    });
    loading.add(part);
  }
  const Lazy = lazyWithRetry(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once a file, never while rendering
  return function LazyHydrated(props: Props) {
    const Part = loaded ?? Lazy;
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** On the server: resolves once every deferred part so far can be rendered at once. */
export async function lazyPartsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}
