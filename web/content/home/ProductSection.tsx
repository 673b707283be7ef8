/** Products on the home page: a horizontally scrolling row or a grid; five columns on desktops. */
import type { ProductRow } from '@shop/contract/catalog';
import type { ReactNode } from 'react';
import { ProductGrid, ProductGridSkeleton } from '../../catalog/card/ProductGrid.tsx';
import { ProductRail, ProductRailSkeleton } from '../../catalog/card/ProductRail.tsx';
import { HomeSection } from './HomeSection.tsx';

/** Hides products of the ten that would leave a row incomplete; rows × columns are 4×2, 3×3, 2×4 or 2×5. */
const WHOLE_ROWS =
  'max-sm:[&>ul>li:nth-child(n+9)]:hidden sm:max-lg:[&>ul>li:nth-child(n+10)]:hidden lg:max-xl:[&>ul>li:nth-child(n+9)]:hidden';

type ProductSectionProps = {
  id: string;
  title: string;
  note?: ReactNode;
  moreLink?: { to: string; label: string };
  look: 'rail' | 'grid';
  query: { data: { data: ProductRow[] } | undefined; isError: boolean; refetch: () => unknown };
};

export function ProductSection({ id, title, note, moreLink, look, query }: ProductSectionProps) {
  return (
    <HomeSection
      id={id}
      title={title}
      note={note}
      moreLink={moreLink}
      query={query}
      isEmpty={({ data }) => data.length === 0}
      skeleton={look === 'rail' ? <ProductRailSkeleton /> : <ProductGridSkeleton count={10} />}
    >
      {({ data }) =>
        look === 'rail' ? (
          <ProductRail products={data} label={title} />
        ) : (
          <div className={WHOLE_ROWS}>
            <ProductGrid products={data} />
          </div>
        )
      }
    </HomeSection>
  );
}
