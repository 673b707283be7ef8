/** The route of every unknown URL. Its loader throws a 404, and the error boundary shows the page. */
import { notFound } from '../../page-loader.ts';

export function loader(): never {
  notFound();
}

export function Component() {
  return null;
}
