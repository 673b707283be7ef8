/**
 * Parts of a page that the server renders and the browser wakes up a moment later: what stands below the first screen
 * costs nothing of the first load. React keeps the server's HTML until the part's code is there.
 */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** What the server is still loading; a part may bring further ones. */
const loading = new Set<Promise<void>>();

/**
 * A component in a file of its own, loaded late: `deferred(() => import('./Footer.tsx').then((file) => file.Footer))`.
 * `fallback` holds its place where the browser renders the page itself; where it would be seen, make it as large.
 */
export function deferred<Props extends object>(
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
  const Late = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once a file, never while rendering
  return function Deferred(props: Props) {
    const Part = loaded ?? Late;
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** On the server: resolves once every deferred part so far can be rendered at once. */
export async function deferredReady(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}
