/** Every unknown URL. The loader's status makes it a 404, which the error boundary shows. */
import { notFound } from '../../page-loader.ts';

export function loader(): never {
  notFound();
}

export function Component() {
  return null;
}
