/** What stands in a page's place when there is no such page, or when it failed. Most visits meet neither. */
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { deferred } from '../deferred.tsx';

const NotFound = deferred(() => import('./NotFound.tsx').then((file) => file.NotFound));
const Failure = deferred(() => import('./Failure.tsx').then((file) => file.Failure));

export function PageError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && [404, 410].includes(error.status) ? <NotFound /> : <Failure />;
}
