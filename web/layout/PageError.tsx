/** What stands in a page's place when there is no such page, or when it failed. Most visits meet neither. */
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { loadWords } from '../i18n/messages.ts';
import { lazyHydrated } from '../lazy.tsx';

/** A part that comes with its words. */
const withWords = async <Part,>(part: Promise<Part>): Promise<Part> =>
  (await Promise.all([part, loadWords('lost')]))[0];

const NotFound = lazyHydrated(() => withWords(import('./NotFound.tsx')).then((file) => file.NotFound));
const ServerError = lazyHydrated(() => withWords(import('./ServerError.tsx')).then((file) => file.ServerError));

export function PageError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && [404, 410].includes(error.status) ? <NotFound /> : <ServerError />;
}
