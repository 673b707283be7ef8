/** The error boundary of pages: not found, or failed. Loaded on demand. */
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { loadWords } from '../i18n/messages.ts';
import { lazyHydrated } from '../lazy.tsx';

/** Loads a component with its messages. */
const withWords = async <Part,>(part: Promise<Part>): Promise<Part> =>
  (await Promise.all([part, loadWords('lost')]))[0];

const NotFound = lazyHydrated(() => withWords(import('./NotFound.tsx')).then((file) => file.NotFound));
const ServerError = lazyHydrated(() => withWords(import('./ServerError.tsx')).then((file) => file.ServerError));

export function PageError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && [404, 410].includes(error.status) ? <NotFound /> : <ServerError />;
}
