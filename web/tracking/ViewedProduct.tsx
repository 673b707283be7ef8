/** Reports a product view. Renders nothing, and loads lazily. */
import type { Product, VariationOption } from '@shop/contract/catalog';
import { useEffect } from 'react';
import { trackViewContent } from './tracking.ts';

/** `option` is the variation in the URL. */
export function ViewedProduct({ product, option }: { product: Product; option: VariationOption | null }) {
  useEffect(() => trackViewContent(product, option), [product, option]);
  return null;
}
