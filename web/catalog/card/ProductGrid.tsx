/** A grid of products: two columns on phones, five on wide screens, four next to filters. */
import type { ProductRow } from '@shop/contract/catalog';
import { classNames } from '../../ui/class-names.ts';
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx';

// One column where the text is enlarged.
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(max(7rem,34%),1fr))] gap-3 sm:grid-cols-3 lg:gap-4';

export const gridClass = (beside: boolean, columns: 4 | 5 = 5) =>
  classNames(GRID, beside ? 'xl:grid-cols-4' : columns === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-4 xl:grid-cols-5');

/** Number of cards in the first row of the widest grid. */
const FIRST_ROW = 5;

type ProductGridProps = {
  products: readonly ProductRow[];
  /** The grid is at the top of its page: the first row's pictures load at once. */
  first?: boolean;
  /** Whether a column of filters is next to the grid. */
  beside?: boolean;
  /** The columns on wide screens without filters. */
  columns?: 4 | 5;
};

export function ProductGrid({ products, first = false, beside = false, columns }: ProductGridProps) {
  return (
    <ul className={gridClass(beside, columns)}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} eager={first && (index === 0 ? 'high' : index < FIRST_ROW)} />
        </li>
      ))}
    </ul>
  );
}

export function ProductGridSkeleton({ count = 8, beside = false }: { count?: number; beside?: boolean }) {
  return (
    <div className={gridClass(beside)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  );
}
