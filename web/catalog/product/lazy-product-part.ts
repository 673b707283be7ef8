/** Parts of a product's page that come late: what cannot be pressed in the first second costs nothing of the first load. */
import type { ComponentType, ReactNode } from 'react';
import { loadWords } from '../../i18n/messages.ts';
import { lazyHydrated } from '../../lazy.tsx';

/** A deferred component together with the words that only a product's page says. */
export const lazyProductPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> => lazyHydrated(async () => (await Promise.all([load(), loadWords('product')]))[0], fallback);
