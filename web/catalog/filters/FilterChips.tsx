/** Promoted filters as chips (docs/ux.md#rule-9), each a link that toggles it. */
import type { Facets } from '@shop/contract/catalog';
import type { ListState } from '@shop/core/links/list-state';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { PathBuilder } from '../listing/listing-query.ts';
import { listBrandValues, listDietaryValues, listOfferValues, listPromotedValues } from './filter-values.ts';

type FilterChipsProps = { listing: ListState; baseListing: ListState; buildPath: PathBuilder; facets: Facets };

export function FilterChips({ listing, baseListing, buildPath, facets }: FilterChipsProps) {
  const t = useT();
  const promotedValues = listPromotedValues(
    listOfferValues(listing, facets, { on_sale: t('listing.on_sale'), in_stock: t('listing.in_stock') }),
    listDietaryValues(listing, facets),
    // A brand filter is useless on a brand's page and in a shop with one brand.
    facets.brands.filter(({ count }) => count > 0).length > 1 && baseListing.brands.length === 0
      ? listBrandValues(listing, facets)
      : [],
  );
  return promotedValues.map(({ key, name, checked, next }) => (
    <LangLink
      key={key}
      to={buildPath(next)}
      preventScrollReset
      rel="nofollow"
      aria-label={checked ? t('listing.filter_off', { name }) : undefined}
      className={chipClass(checked)}
    >
      {checked && <Icon name="check" className="size-4" />}
      {name}
    </LangLink>
  ));
}
