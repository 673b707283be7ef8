/** Chooses an option of a product by the URL. */
import type { Product, ProductRow, VariationOption } from '@shop/contract/catalog';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { productPath } from '@shop/core/links/paths';

/** Returns the path of a product with an option chosen. */
export const optionPath = (slug: string, option: string): string => `${productPath(slug)}&option=${option}`;

/** Returns the same root-relative URL with another option chosen; keeps its other parameters. */
export function withOption(address: string, option: string): string {
  const [pathname = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  query.set('option', option);
  return `${pathname}?${query}`;
}

/**
 * Returns the option of the URL, else the first in stock, so that one tap suffices, else the first; null without
 * options.
 */
export function findChosenOption(product: ProductRow, optionId: string | null): VariationOption | null {
  const options = product.variation_options;
  return (
    options.find(({ id }) => id === optionId) ??
    options.find(({ id }) => !isOutOfStock(product, id)) ??
    options[0] ??
    null
  );
}

/**
 * Returns the product's pictures with the option's own pack first, because the product's front may show another size or
 * flavour.
 */
export function listOptionPictures(product: Product, option: VariationOption | null): Product['images'] {
  const front = option?.image ?? product.image;
  const alt = product.images.find(({ thumbnail }) => thumbnail === front.thumbnail)?.alt ?? null;
  const others = product.images.filter(({ thumbnail }) => thumbnail !== front.thumbnail);
  return [
    { ...front, alt },
    ...others.filter(({ thumbnail }) => option === null || thumbnail !== product.image.thumbnail),
  ];
}
