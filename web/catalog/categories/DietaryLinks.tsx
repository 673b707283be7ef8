import type { ResponseOf } from '@shop/contract/api/client';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath } from '@shop/core/links/paths';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';

type DietaryLinksProps = { needs: ResponseOf<'catalog.dietaries'>['data'] };

/** Links to the products of each dietary need, as chips; leaves out needs without products. */
export function DietaryLinks({ needs }: DietaryLinksProps) {
  return (
    <ul className="flex flex-wrap gap-2">
      {needs
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
