/**
 * Splits parts of a page out of its first load. The server renders them; in the browser React leaves their HTML in
 * place until their code has loaded, and then hydrates it.
 */
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { loadRemainingMessages } from '../i18n/messages.ts';

/** The wait before the first retry of a file that failed to load; it doubles with every retry up to `MAX_WAIT_MS`. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/** Resolves when the network is back, or after `ms`. */
const waitForNetworkOr = (ms: number) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      window.removeEventListener('online', finish);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener('online', finish);
  });

/**
 * Loads a file and all messages, and retries in the browser until it succeeds: a failed load must not crash the page.
 */
export async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return (await Promise.all([load(), loadRemainingMessages()]))[0];
    } catch (error) {
      if (import.meta.env.SSR) throw error;
      await waitForNetworkOr(wait);
    }
  }
}

/** Makes a component that loads when it first renders. Its parent provides the `<Suspense>`. */
export const lazyWithRetry = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await loadWithRetry(load) }));

/** Loads of parts that have not begun. Loading a part may add further ones. */
const partLoads = new Set<() => Promise<unknown>>();
let loadingParts = Promise.resolve();

async function loadNewParts(): Promise<void> {
  while (partLoads.size > 0) {
    const loads = [...partLoads];
    partLoads.clear();
    await Promise.allSettled(loads.map((load) => load()));
  }
}

/**
 * Loads every part of the loaded files: the server's pages are complete, and in the browser a part renders along with
 * its page, instead of moving the rest of it later. A part that fails to load here loads again when it renders.
 */
export const loadParts = (): Promise<void> => (loadingParts = loadingParts.then(loadNewParts));

/** Loads the parts of a page that the server renders without them, because its data is the shopper's. */
export function useParts(): void {
  useEffect(() => void loadParts(), []);
}

type RenderedPart = { isHydrated: boolean };

/** Rendered parts that are not hydrated yet, and callbacks for when all are. */
const unhydratedParts = new Set<RenderedPart>();
const hydrationCallbacks = new Set<() => void>();

function stopWaitingFor(part: RenderedPart): void {
  unhydratedParts.delete(part);
  if (unhydratedParts.size > 0) return;
  for (const run of hydrationCallbacks) run();
  hydrationCallbacks.clear();
}

/** Marks a part as hydrated in its effect, which runs after the part's own hydration. */
function HydrationMarker({ part, onHydrated }: { part: RenderedPart; onHydrated: (isHydrated: true) => void }) {
  useEffect(() => {
    part.isHydrated = true;
    stopWaitingFor(part);
    onHydrated(true);
  }, [part, onHydrated]);
  return null;
}

/**
 * Runs `run`, which changes the page's data, once every part is hydrated. Earlier, React would replace a part's HTML
 * with its fallback. Returns a function that cancels it.
 */
export function whenHydrated(run: () => void): () => void {
  if (unhydratedParts.size === 0) run();
  else hydrationCallbacks.add(run);
  return () => hydrationCallbacks.delete(run);
}

/**
 * Makes a component that the server renders and the browser hydrates later:
 * `lazyHydrated(() => import('./Footer.tsx').then((file) => file.Footer))`. After a navigation in the browser that does
 * not wait for the code (`loadParts`), `fallback` renders until it has loaded: give it the part's size where it would be
 * visible. Until the part is hydrated it has the props of its first render: with others React would replace the HTML by
 * the fallback.
 */
export function lazyHydrated<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loadedPart: ComponentType<Props> | null = null;
  const loadPart = async () => (loadedPart = (await Promise.all([load(), loadRemainingMessages()]))[0]);
  partLoads.add(loadPart);
  const Lazy = lazyWithRetry(loadPart);
  // biome-ignore lint/correctness/noComponentHookFactories: called once per file, never while rendering
  return memo(function LazyHydrated(props: Props) {
    const [Part] = useState(() => loadedPart ?? Lazy);
    const [firstProps] = useState(props);
    const [isHydrated, setIsHydrated] = useState(false);
    const shownProps = isHydrated ? props : firstProps;
    const [part] = useState<RenderedPart>(() => ({ isHydrated: false }));
    useEffect(() => {
      if (!part.isHydrated) unhydratedParts.add(part);
      return () => stopWaitingFor(part);
    }, [part]);
    // The same element as before: React then leaves what it contains alone.
    return useMemo(
      () => (
        <Suspense fallback={fallback}>
          <Part {...shownProps} />
          <HydrationMarker part={part} onHydrated={setIsHydrated} />
        </Suspense>
      ),
      [Part, shownProps, part],
    );
  });
}
