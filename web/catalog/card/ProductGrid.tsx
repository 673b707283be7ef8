/** A grid of products: two columns on phones, five on wide screens, four next to another column. */
import type { ProductRow } from '@shop/contract/catalog';
import { classNames } from '../../ui/class-names.ts';
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx';

// One column where the text is enlarged.
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(max(7rem,34%),1fr))] gap-3 sm:grid-cols-3 lg:gap-4';

export const pickGridClasses = (isBesideColumn: boolean, columns: 4 | 5 = 5) =>
  classNames(
    GRID,
    isBesideColumn ? 'xl:grid-cols-4' : columns === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-4 xl:grid-cols-5',
  );

/** Number of cards in the first row of the widest grid. */
const FIRST_ROW_CARDS = 5;

type ProductGridProps = {
  products: readonly ProductRow[];
  /** The grid is at the top of its page: the first row's pictures load at once. */
  isAtTop?: boolean;
  /** Whether a column, such as filters or the account's menu, is next to the grid. */
  isBesideColumn?: boolean;
  /** Number of columns on wide screens without another column. */
  columns?: 4 | 5;
};

export function ProductGrid({ products, isAtTop = false, isBesideColumn = false, columns }: ProductGridProps) {
  return (
    <ul className={pickGridClasses(isBesideColumn, columns)}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} eager={isAtTop && (index === 0 ? 'high' : index < FIRST_ROW_CARDS)} />
        </li>
      ))}
    </ul>
  );
}

export function ProductGridSkeleton({
  count = 8,
  isBesideColumn = false,
}: {
  count?: number;
  isBesideColumn?: boolean;
}) {
  return (
    <div className={pickGridClasses(isBesideColumn)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  );
}
