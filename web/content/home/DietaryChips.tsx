/** Links to the dietary filters (docs/spec.md §2 "Other menu entries: dietary filters"). */
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { dietariesQuery } from '../../catalog/catalog-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
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
      {({ data }) => (
        <ul className={ROW}>
          {data
            .filter(({ products_count }) => products_count > 0)
            .map(({ id, slug, name, products_count }) => (
              <li key={id}>
                <LangLink
                  to={productsPath(formatListState({ ...EMPTY_LIST_STATE, dietary: [slug] }))}
                  className={chipClass()}
                >
                  <Name>{name}</Name>
                  <span className="text-xs font-normal text-ink-3 tabular-nums">{products_count}</span>
                </LangLink>
              </li>
            ))}
        </ul>
      )}
    </HomeSection>
  );
}
