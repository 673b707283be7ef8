/** Picks the banners of a page by its placement, the shopper and the platform. */

export const PLACEMENTS = ['home_hero', 'home_tile', 'category_top', 'search', 'cart', 'app', 'popup'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** `tier`: members of the banner's tiers; `new_customer`: signed in, without any order. */
export const AUDIENCES = ['everyone', 'guest', 'customer', 'tier', 'new_customer'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Platforms, as clients send them in `X-Platform`. */
export const PLATFORMS = ['web', 'ios', 'android', 'TNG'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The place where a banner is shown, and the viewers it is meant for. */
export type BannerAim = {
  placement: Placement;
  audience: Audience;
  /** Codes of tiers, for the audience `tier`. */
  tiers: readonly string[];
  /** Empty: all. */
  platforms: readonly Platform[];
  /** Slugs, for the placement `category_top`; empty: all. */
  categories: readonly string[];
};

/** The shopper; null for a guest. */
export type BannerViewer = { tier: string | null; hasOrdered: boolean } | null;

/** Returns whether a banner is meant for the shopper. */
export function isForViewer({ audience, tiers }: Pick<BannerAim, 'audience' | 'tiers'>, viewer: BannerViewer): boolean {
  if (audience === 'everyone') return true;
  if (viewer === null) return audience === 'guest';
  if (audience === 'tier') return viewer.tier !== null && tiers.includes(viewer.tier);
  return audience === 'customer' || (audience === 'new_customer' && !viewer.hasOrdered);
}

/**
 * Picks the banners of a placement that the shopper sees, in their order. `categories`: the slugs of the page, from the
 * root down; a banner of a category is shown on the pages below it, too.
 */
export function pickBanners<Banner extends BannerAim>(
  banners: readonly Banner[],
  context: { placement: Placement; viewer: BannerViewer; platform: Platform; categories?: readonly string[] },
): Banner[] {
  const { placement, viewer, platform, categories = [] } = context;
  return banners.filter(
    (banner) =>
      banner.placement === placement &&
      isForViewer(banner, viewer) &&
      (banner.platforms.length === 0 || banner.platforms.includes(platform)) &&
      (banner.categories.length === 0 || banner.categories.some((slug) => categories.includes(slug))),
  );
}
