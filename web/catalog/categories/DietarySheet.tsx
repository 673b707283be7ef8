/** Modal view "dietary needs": each need with products leads to them. */
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { dietariesQuery } from '../catalog-queries.ts';

export function DietarySheet() {
  const { data } = useQuery(dietariesQuery(useLang()));
  return (
    <ul className="flex flex-wrap gap-2">
      {data?.data
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
  );
}
