/** Parts of a product's page that come late: what cannot be pressed in the first second costs nothing of the first load. */
import type { ComponentType, ReactNode } from 'react';
import { deferred } from '../../deferred.tsx';
import { loadWords } from '../../i18n/messages.ts';

/** A deferred component together with the words that only a product's page says. */
export const productPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> => deferred(async () => (await Promise.all([load(), loadWords('product')]))[0], fallback);
