/** Which option of a variable product an address chooses. */
import type { Product, ProductRow, VariationOption } from '@shop/contract/catalog';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { productPath } from '@shop/core/links/paths';

/** The page of a product with one of its options chosen. */
export const optionPath = (slug: string, option: string): string => `${productPath(slug)}&option=${option}`;

/** The same address with another option chosen; root-relative, everything else in its query kept. */
export function withOption(address: string, option: string): string {
  const [pathname = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  query.set('option', option);
  return `${pathname}?${query}`;
}

/**
 * The option that an address chooses; else the first that can be bought, so that one tap suffices; null where there are
 * none to choose from.
 */
export function chosenOption(product: ProductRow, optionId: string | null): VariationOption | null {
  const options = product.variation_options;
  return (
    options.find(({ id }) => id === optionId) ??
    options.find(({ id }) => !isOutOfStock(product, id)) ??
    options[0] ??
    null
  );
}

/**
 * The pictures of a product as one of its options shows it: the option's own pack first, since the product's front would
 * say another size or flavour.
 */
export function optionPictures(product: Product, option: VariationOption | null): Product['images'] {
  const front = option?.image ?? product.image;
  const others = product.images.filter(({ thumbnail }) => thumbnail !== front.thumbnail);
  return [front, ...others.filter(({ thumbnail }) => option === null || thumbnail !== product.image.thumbnail)];
}
