/** Any address that is no page. The loader's status makes the answer a 404; the error boundary shows it. */
import { notFound } from '../page.ts';

export function loader(): never {
  notFound();
}

export function Component() {
  return null;
}
