/**
 * Redirects `/products/{slug}`, the form of deep links (docs/spec.md §2 "Deep links": "opens /products/{slug} with the
 * query kept"), to the product's page.
 */
import { productPath } from '@shop/core/links/paths';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { notFound, pageRequest } from '../../page-loader.ts';

export function loader(args: LoaderFunctionArgs): never {
  const query = pageRequest(args).url.searchParams;
  // The path wins over a `slug` in the query.
  query.delete('slug');
  const rest = query.size === 0 ? '' : `&${query}`;
  // A redirect by `replace` would also remove the previous page from the history.
  throw redirect(`${productPath(args.params.slug ?? notFound())}${rest}`, 301);
}

/** Never rendered, because the loader redirects. */
export const Component = () => null;
