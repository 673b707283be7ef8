/** The filters worth promoting (ux.md rule 9), each a link that turns it on or off. */
import { type Listing, refineListing } from '@shop/core/links/listing';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { Icon } from '../ui/Icon.tsx';
import { unrefinedPages } from './listing-pages.ts';
import { type PathOf, promotedDietary, toggled } from './listing-query.ts';

type ChipLinkProps = { to: string; selected: boolean; children: string };

/** A choice that is on or off, in the address. */
export function ChipLink({ to, selected, children }: ChipLinkProps) {
  const t = useT();
  return (
    <LangLink
      to={to}
      preventScrollReset
      aria-label={selected ? t('catalog.filter_off', { name: children }) : undefined}
      className={chipClass(selected)}
    >
      {selected && <Icon name="check" className="size-4" />}
      {children}
    </LangLink>
  );
}

export function FilterChips({ listing, pathOf }: { listing: Listing; pathOf: PathOf }) {
  const t = useT();
  const { data } = useInfiniteQuery(unrefinedPages(useLang(), listing));
  const dietary = promotedDietary(data?.pages[0]?.data ?? []);
  return (
    <>
      <ChipLink to={pathOf(refineListing(listing, { available: !listing.available }))} selected={listing.available}>
        {t('catalog.in_stock')}
      </ChipLink>
      {dietary.map(({ slug, name }) => (
        <ChipLink
          key={slug}
          to={pathOf(refineListing(listing, { dietary: toggled(listing.dietary, slug) }))}
          selected={listing.dietary.includes(slug)}
        >
          {name}
        </ChipLink>
      ))}
    </>
  );
}
