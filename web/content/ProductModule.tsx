/** Products on the home page: a row that scrolls sideways, or a grid; five side by side on desktops. */
import type { ProductRow } from '@shop/contract/catalog';
import type { ReactNode } from 'react';
import { ProductGrid, ProductGridSkeleton } from '../catalog/card/ProductGrid.tsx';
import { ProductRail, ProductRailSkeleton } from '../catalog/card/ProductRail.tsx';
import { HomeSection } from './HomeSection.tsx';

/** Of ten products as many as fill the grid's rows: four of two, three of three, two of four, two of five. */
const WHOLE_ROWS =
  'max-sm:[&>ul>li:nth-child(n+9)]:hidden sm:max-lg:[&>ul>li:nth-child(n+10)]:hidden lg:max-xl:[&>ul>li:nth-child(n+9)]:hidden';

type ProductModuleProps = {
  id: string;
  title: string;
  note?: ReactNode;
  more?: { to: string; label: string };
  look: 'rail' | 'grid';
  query: { data: { data: ProductRow[] } | undefined; isError: boolean; refetch: () => unknown };
};

export function ProductModule({ id, title, note, more, look, query }: ProductModuleProps) {
  return (
    <HomeSection
      id={id}
      title={title}
      note={note}
      more={more}
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
