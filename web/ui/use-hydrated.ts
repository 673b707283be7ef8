/** Returns whether the surrounding part of the page is hydrated, so that it reacts to input. */
import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False on the server, and while the part's HTML is not hydrated yet. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
