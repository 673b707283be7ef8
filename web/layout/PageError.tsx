/** What stands in a page's place when there is no such page, or when it failed. Most visits meet neither. */
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { deferred } from '../deferred.tsx';
import { loadWords } from '../i18n/messages.ts';

/** A part that comes with its words. */
const withWords = async <Part,>(part: Promise<Part>): Promise<Part> =>
  (await Promise.all([part, loadWords('lost')]))[0];

const NotFound = deferred(() => withWords(import('./NotFound.tsx')).then((file) => file.NotFound));
const Failure = deferred(() => withWords(import('./Failure.tsx')).then((file) => file.Failure));

export function PageError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && [404, 410].includes(error.status) ? <NotFound /> : <Failure />;
}
