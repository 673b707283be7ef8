/** Presents settings in the requested language. */
import type { ReferralOffer, Settings } from '@shop/contract/settings';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../context.ts';
import { imageUrl, imageUrls } from '../media/image-urls.ts';
import { accentAddress } from './accent-styles.ts';
import { type PublicSettings, readPublicSettings } from './settings.ts';
import { shownTrackers } from './trackers.ts';

const OG_WIDTH = 1200;

function presentSeo(
  { seo, ...site }: PublicSettings,
  localize: (text: { en: string; zh: string | null }) => string,
): Settings['seo'] {
  return {
    canonicalUrl: seo.canonical_url ?? '/',
    ogTitle: localize(seo.og_title),
    ogDescription: localize(seo.og_description),
    ogImage: { original: seo.og_image === null ? '' : imageUrl(seo.og_image, OG_WIDTH, 'jpg') },
    twitterHandle: seo.twitter_handle,
    twitterCardType: seo.twitter_card_type,
    metaTitle: localize(seo.meta_title) || `${localize(site.site_title)} · ${localize(site.site_subtitle)}`,
    metaDescription: localize(seo.meta_description),
    metaTags: localize(seo.meta_tags),
  };
}

/** The settings without the fields that `content.routes.ts` adds from other modules. */
type OwnSettings = Omit<
  Settings,
  'payment_methods' | 'has_cash_on_delivery' | 'loyalty' | 'free_shipping' | 'collections' | 'home'
> & {
  home: {
    sections: Settings['home']['sections'];
    moods: (Omit<Settings['home']['moods'][number], 'image'> & { aisle: string })[];
  };
  free_shipping: Omit<Settings['free_shipping'], 'region'>;
  loyalty: Omit<NonNullable<Settings['loyalty']>, keyof ReferralOffer> | null;
};

/** Returns the settings (docs/spec.md §3) and further fields that the pages need, except those from other modules. */
export async function getSettings(ctx: Ctx): Promise<OwnSettings> {
  const stored = await readPublicSettings(ctx);
  const localize = (text: { en: string; zh: string | null }) => textIn(ctx.lang, text.en, text.zh);
  const logo =
    stored.logo === null
      ? { thumbnail: '', original: '' }
      : imageUrls(stored.logo, stored.has_own_logo ? 'upload' : 'logo');
  return {
    siteTitle: localize(stored.site_title),
    siteSubtitle: localize(stored.site_subtitle),
    currency: stored.currency,
    logo: { id: stored.logo ?? '', ...logo, is_own: stored.has_own_logo },
    icon: stored.icon === null ? null : imageUrl(stored.icon, 192, 'png'),
    category: { category_size: stored.category_size },
    seo: presentSeo(stored, localize),
    office_hours: localize(stored.office_hours),
    announcement: {
      text: localize(stored.announcement.text),
      highlight: localize(stored.announcement.highlight),
      link: stored.announcement.link,
      hide_in_topbar: stored.free_shipping_bar.hide_in_topbar,
    },
    free_shipping: { ...stored.free_shipping_bar, min_amount: stored.free_from },
    standard_delivery: stored.standard_fee === null ? null : { fee: stored.standard_fee },
    loyalty: stored.loyalty && { ...stored.loyalty, earn_rate: stored.loyalty.earn_rate / 100 },
    bag_fee: { enabled: stored.bag_fee.enabled, fee: stored.bag_fee.fee, label: localize(stored.bag_fee.label) },
    bulky_max: stored.bulky_max_per_order || null,
    tips: stored.tips.map((tip) => ({ tip })),
    founded: stored.founded,
    outlets_count: localize(stored.outlets_count),
    contact: { ...stored.contact, address: localize(stored.contact.address) },
    legal: {
      ...stored.legal,
      registration_no: localize(stored.legal.registration_no),
      prices_note: localize(stored.legal.prices_note),
    },
    own_pages: stored.own_pages.map(({ slug, title_en, title_zh }) => {
      return { slug, title: textIn(ctx.lang, title_en, title_zh) };
    }),
    has_stores: stored.has_stores,
    map_tiles: stored.map.tiles === '' ? null : { url: stored.map.tiles, attribution: stored.map.attribution },
    app_links: {
      ios: ctx.shop.app.stores.ios ?? stored.app_links.ios,
      android: ctx.shop.app.stores.android ?? stored.app_links.android,
    },
    accent: stored.accent,
    accent_styles: stored.accent === null ? null : accentAddress(stored.accent),
    languages: stored.languages,
    home: {
      sections: stored.home.sections,
      moods: stored.home.moods.map(({ tag, aisle, name, text, backdrop }) => {
        return { tag, aisle, name: localize(name), text: localize(text), backdrop };
      }),
    },
    mini_programs: ctx.shop.partners.gateways.flatMap(({ miniProgram }) =>
      miniProgram === null ? [] : [{ branch: miniProgram.branch, bridge_url: miniProgram.bridgeUrl }],
    ),
    google: ctx.shop.partners.google && {
      client_id: ctx.shop.partners.google.clientId,
      authorize_url: ctx.shop.partners.google.authorizeUrl,
      app_client_ids: ctx.shop.partners.google.appClientIds,
    },
    tracking: shownTrackers(ctx.shop.trackers, stored.trackers),
  };
}
