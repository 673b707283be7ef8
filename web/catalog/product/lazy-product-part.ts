/** Parts of a product's page that hydrate later, outside of the first load. */
import type { ComponentType, ReactNode } from 'react';
import { loadWords } from '../../i18n/messages.ts';
import { lazyHydrated } from '../../lazy.tsx';

/** Makes a lazily hydrated component that loads the product page's messages along. */
export const lazyProductPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> => lazyHydrated(async () => (await Promise.all([load(), loadWords('product')]))[0], fallback);
