/** The error boundary of pages: not found, no connection, or failed. Each page loads on demand. */

import { ApiError } from '@shop/contract/api/api-error';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { lazyHydrated } from '../../hydration/lazy.tsx';

const NotFound = lazyHydrated(() => import('./NotFound.tsx').then((file) => file.NotFound));
const ServerError = lazyHydrated(() => import('./ServerError.tsx').then((file) => file.ServerError));
const ConnectionError = lazyHydrated(() => import('./ConnectionError.tsx').then((file) => file.ConnectionError));

export function PageError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && [404, 410].includes(error.status)) return <NotFound />;
  return error instanceof ApiError && error.status === 0 ? <ConnectionError /> : <ServerError />;
}
