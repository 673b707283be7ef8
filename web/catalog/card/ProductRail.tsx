/** A row of products that scrolls sideways. */
import type { ProductRow } from '@shop/contract/catalog';
import { classNames } from '../../ui/class-names.ts';
import { ScrollRow } from '../../ui/ScrollRow.tsx';
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx';

// Extends to the window's edges on phones, so that a cut-off card shows that the row continues.
const RAIL =
  '-mx-4 gap-3 scroll-px-4 px-4 pb-1 md:-mx-6 md:scroll-px-6 md:px-6 lg:mx-0 lg:gap-4 lg:scroll-px-0 lg:px-0';
const CARD = 'w-42 shrink-0 snap-start lg:w-[calc((100%-4rem)/5)]';

/** Number of cards whose pictures an `eager` row loads at once; other pictures load when they are near the viewport. */
const FIRST_CARDS = 5;

type ProductRailProps = {
  products: readonly ProductRow[];
  /** The row's name for screen readers. */
  label: string;
  /** Whether the row is on the page's first screen. */
  eager?: boolean;
};

export function ProductRail({ products, label, eager = false }: ProductRailProps) {
  return (
    <ScrollRow look="cards" aria-label={label} className={RAIL}>
      {products.map((product, index) => (
        <li key={product.id} className={CARD}>
          <ProductCard product={product} variant="rail" eager={eager && index < FIRST_CARDS} />
        </li>
      ))}
    </ScrollRow>
  );
}

export function ProductRailSkeleton() {
  return (
    <div className={classNames('rail', RAIL, 'overflow-hidden')}>
      {Array.from({ length: FIRST_CARDS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
        <div key={index} className={CARD}>
          <ProductCardSkeleton />
        </div>
      ))}
    </div>
  );
}
