/** Links to the dietary filters (docs/spec.md §2 "Other menu entries: dietary filters"). */
import { useQuery } from '@tanstack/react-query';
import { dietariesQuery } from '../../catalog/catalog-queries.ts';
import { DietaryLinks } from '../../catalog/categories/DietaryLinks.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HomeSection } from './HomeSection.tsx';

const ROW = 'flex flex-wrap gap-2';

export function DietaryChips() {
  const t = useT();
  const query = useQuery(dietariesQuery(useLang()));
  return (
    <HomeSection
      id="dietary"
      title={t('home.dietary')}
      query={query}
      isEmpty={({ data }) => data.every(({ products_count }) => products_count === 0)}
      skeleton={
        <div className={ROW}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-10 w-28 rounded-pill!" />
          ))}
        </div>
      }
    >
      {({ data }) => <DietaryLinks needs={data} />}
    </HomeSection>
  );
}
