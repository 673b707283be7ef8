/** Products on the home page: a row that scrolls sideways, or a grid; five side by side on desktops. */
import type { ProductRow } from '@shop/contract/catalog';
import type { ReactNode } from 'react';
import { ProductGrid, ProductGridSkeleton } from '../catalog/ProductGrid.tsx';
import { ProductRail, ProductRailSkeleton } from '../catalog/ProductRail.tsx';
import { HomeSection } from './HomeSection.tsx';

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
        look === 'rail' ? <ProductRail products={data} label={title} /> : <ProductGrid products={data} />
      }
    </HomeSection>
  );
}
