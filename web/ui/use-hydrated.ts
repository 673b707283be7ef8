/** Returns whether a part of the page is hydrated and reacts to input. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and in every part of its HTML that is not hydrated yet. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
