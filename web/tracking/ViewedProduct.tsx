/** Says that a product is looked at; it shows nothing, and comes late. */
import type { Product, VariationOption } from '@shop/contract/catalog';
import { useEffect } from 'react';
import { trackViewContent } from './tracking.ts';

/** `option` is the variation that the address names. */
export function ViewedProduct({ product, option }: { product: Product; option: VariationOption | null }) {
  useEffect(() => trackViewContent(product, option), [product, option]);
  return null;
}
