/** Shows a suggested product as a row with its plus. */
import type { ProductRow } from '@shop/contract/catalog';
import { computeItemPrice } from '@shop/core/catalog/price';
import { productPath } from '@shop/core/links/paths';
import { PriceTag } from '../../catalog/card/PriceTag.tsx';
import { LangLink } from '../../links.tsx';
import { MemberPrice } from '../../loyalty/MemberPrice.tsx';
import { AddToCartButton } from '../add/AddToCartButton.tsx';
import { LinePicture } from './line-parts.tsx';

export function SuggestedProduct({ product }: { product: ProductRow }) {
  const price = computeItemPrice(product);
  return (
    <li className="flex items-center gap-3 py-2">
      <LinePicture line={product} size={56} />
      <div className="min-w-0 flex-1">
        <LangLink
          to={productPath(product.slug)}
          className="line-clamp-2 max-3xs:line-clamp-none text-sm font-semibold hover:underline"
        >
          {product.name}
        </LangLink>
        <PriceTag price={price} was={product.price} size="line" />
        <MemberPrice product={product} charged={price} />
      </div>
      <AddToCartButton product={product} />
    </li>
  );
}
