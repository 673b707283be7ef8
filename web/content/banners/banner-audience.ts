/** Determines a shopper's audience, and filters banners by it. */
import type { Banner } from '@shop/contract/content';
import { type BannerViewer, type Placement, type Platform, pickBanners } from '@shop/core/content/banners';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { platformOf, useBranch } from '../../mini-program/branch.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

export type BannerAudience = { viewer: BannerViewer; platform: Platform };

/**
 * Returns the shopper and the platform that choose the banners: a guest until the customer is loaded; a guest of the
 * website on the server and before hydration.
 */
export function useBannerAudience(): BannerAudience {
  const { me } = useSession();
  const viewer = me && { tier: me.tier?.code ?? null, hasOrdered: me.has_ordered };
  const branch = useBranch();
  return { viewer, platform: useHydrated() ? platformOf(branch) : 'web' };
}

export const filterBanners = (
  banners: readonly Banner[],
  placement: Placement,
  audience: BannerAudience,
  categories: readonly string[] = [],
): Banner[] => pickBanners(banners, { placement, ...audience, categories });
