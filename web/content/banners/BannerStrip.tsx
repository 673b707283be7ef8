/** A low banner across the page: above the products of a category or a search, and in the cart. */
import type { Banner } from '@shop/contract/content';
import type { Placement } from '@shop/core/content/banners';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { bannersQuery } from '../content-queries.ts';
import { BannerArt } from './BannerArt.tsx';
import { filterBanners, useBannerAudience } from './banner-audience.ts';
import { pickBannerColours } from './banner-colours.ts';

type BannerStripProps = {
  placement: Extract<Placement, 'category_top' | 'search' | 'cart'>;
  /** Slugs of the page's category and those above it. */
  categories?: readonly string[];
};

/**
 * Shows the first banner of the placement. Only the first render decides whether there is a strip; later a customer's
 * banner can replace the guests' one, so that nothing below moves. Give it a `key` per page.
 */
export function BannerStrip({ placement, categories }: BannerStripProps) {
  const audience = useBannerAudience();
  const { data } = useQuery(bannersQuery(useLang(), placement));
  const banner = filterBanners(data?.data ?? [], placement, audience, categories)[0];
  const [hasPlace] = useState(banner !== undefined);
  if (!hasPlace) return null;
  return banner === undefined ? <div aria-hidden className={STRIP} /> : <Strip banner={banner} />;
}

const STRIP = 'relative isolate flex min-h-24 overflow-hidden rounded-xl lg:min-h-28';

export function Strip({ banner }: { banner: Banner }) {
  return (
    <aside dir="ltr" className={classNames(STRIP, 'dark:dimmed', pickBannerColours(banner.scene).tile)}>
      <BannerArt banner={banner} crop="strip" />
      <div className="flex max-w-[64%] flex-col justify-center gap-1 px-4 py-2 lg:px-6">
        <LangLink
          to={banner.link}
          className="line-clamp-2 max-3xs:line-clamp-none font-display text-md leading-tight font-bold after:absolute after:inset-0 after:rounded-xl lg:text-lg"
        >
          {banner.title}
        </LangLink>
        <p className="line-clamp-1 text-xs max-sm:hidden lg:text-sm">{banner.description}</p>
      </div>
    </aside>
  );
}
