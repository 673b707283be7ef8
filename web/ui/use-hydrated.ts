/** Whether a part of the page answers to hands already. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server, and wherever a part of the server's page has not woken up yet, however late that is. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
