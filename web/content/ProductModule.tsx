/** Products on the home page: a rail that scrolls sideways on phones, or a grid; five in a row on desktops. */
import type { ProductRow } from '@shop/contract/catalog';
import type { ReactNode } from 'react';
import { ProductCard } from '../catalog/ProductCard.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { HomeSection } from './HomeSection.tsx';

type ProductModuleProps = {
  id: string;
  title: string;
  note?: ReactNode;
  more?: { to: string; label: string };
  look: 'rail' | 'grid';
  query: { data: { data: ProductRow[] } | undefined; isError: boolean; refetch: () => unknown };
};

const LIST = {
  rail: 'rail -mx-4 gap-3 scroll-px-4 px-4 pb-1 lg:mx-0 lg:grid lg:grid-cols-5 lg:gap-4 lg:px-0',
  grid: 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5 lg:gap-4',
};
/** A card of a rail is 168 px wide; the last one peeks in. */
const ITEM = { rail: 'w-[168px] shrink-0 snap-start lg:w-auto', grid: '' };

function CardSkeleton() {
  return (
    <div className="rounded-xl border border-line bg-surface p-1.5">
      <Skeleton className="aspect-square rounded-[17px]!" />
      <Skeleton className="mx-2 mt-3 h-6 w-1/2" />
      <Skeleton className="mx-2 mt-2 h-10 w-4/5" />
      <Skeleton className="mx-2 mt-2 mb-3 h-4 w-2/3" />
    </div>
  );
}

export function ProductModule({ id, title, note, more, look, query }: ProductModuleProps) {
  return (
    <HomeSection
      id={id}
      title={title}
      note={note}
      more={more}
      query={query}
      isEmpty={({ data }) => data.length === 0}
      skeleton={
        <div className={LIST[look]}>
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <div key={key} className={ITEM[look]}>
              <CardSkeleton />
            </div>
          ))}
        </div>
      }
    >
      {({ data }) => (
        <ul className={LIST[look]}>
          {data.map((product) => (
            <li key={product.id} className={ITEM[look]}>
              <ProductCard product={product} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
