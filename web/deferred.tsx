/**
 * Parts of a page that the server renders and the browser wakes up a moment later: what stands below the first screen
 * costs nothing of the first load. React keeps the server's HTML until the part's code is there.
 */
import { type ComponentType, lazy, Suspense } from 'react';

const onServer: Promise<unknown>[] = [];

/**
 * A component in a file of its own, loaded late: `deferred(() => import('./Footer.tsx').then((file) => file.Footer))`.
 * Its place is a Suspense boundary; give it room if it appears on a page that the browser renders itself.
 */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  if (import.meta.env.SSR) {
    const loading = load().then((component) => {
      loaded = component;
    });
    onServer.push(loading);
  }
  const Late = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once a file, never while rendering
  return function Deferred(props: Props) {
    const Part = loaded ?? Late;
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** On the server: resolves once every deferred part so far can be rendered at once. */
export async function deferredReady(): Promise<void> {
  await Promise.all(onServer.splice(0));
}
