/**
 * `/products/{slug}`, the form that deep links and people use (docs/spec.md §2 "Deep links": "opens /products/{slug} with the
 * query kept"): leads to the product's one page.
 */
import { productPath } from '@shop/core/links/paths';
import { type LoaderFunctionArgs, replace } from 'react-router';
import { notFound, pageOf } from '../../page.ts';

export function loader(args: LoaderFunctionArgs): never {
  const query = pageOf(args).url.searchParams;
  // The path names the product, whatever the query says.
  query.delete('slug');
  const rest = query.size === 0 ? '' : `&${query}`;
  throw replace(`${productPath(args.params.slug ?? notFound())}${rest}`, 301);
}

/** Never shown: the loader always leads away. */
export const Component = () => null;
