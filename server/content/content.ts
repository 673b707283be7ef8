/** Presents settings in the requested language. */
import type { ReferralOffer, Settings } from '@shop/contract/settings';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../context.ts';
import { imageUrl, imageUrls } from '../media/image-urls.ts';
import { formatAccentAddress } from './accent-styles.ts';
import { type PublicSettings, readPublicSettings } from './settings.ts';
import { listShownTrackers } from './trackers.ts';

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
  const settings = await readPublicSettings(ctx);
  const localize = (text: { en: string; zh: string | null }) => textIn(ctx.lang, text.en, text.zh);
  const logo =
    settings.logo === null
      ? { thumbnail: '', original: '' }
      : imageUrls(settings.logo, settings.has_own_logo ? 'upload' : 'logo');
  return {
    siteTitle: localize(settings.site_title),
    siteSubtitle: localize(settings.site_subtitle),
    currency: settings.currency,
    logo: { id: settings.logo ?? '', ...logo, is_own: settings.has_own_logo },
    icon: settings.icon === null ? null : imageUrl(settings.icon, 192, 'png'),
    category: { category_size: settings.category_size },
    seo: presentSeo(settings, localize),
    office_hours: localize(settings.office_hours),
    announcement: {
      text: localize(settings.announcement.text),
      highlight: localize(settings.announcement.highlight),
      link: settings.announcement.link,
      hide_in_topbar: settings.free_shipping_bar.hide_in_topbar,
    },
    free_shipping: { ...settings.free_shipping_bar, min_amount: settings.free_from },
    standard_delivery: settings.standard_fee === null ? null : { fee: settings.standard_fee },
    loyalty: settings.loyalty && { ...settings.loyalty, earn_rate: settings.loyalty.earn_rate / 100 },
    bag_fee: { enabled: settings.bag_fee.enabled, fee: settings.bag_fee.fee, label: localize(settings.bag_fee.label) },
    bulky_max: settings.bulky_max_per_order || null,
    tips: settings.tips.map((tip) => ({ tip })),
    founded: settings.founded,
    outlets_count: localize(settings.outlets_count),
    contact: { ...settings.contact, address: localize(settings.contact.address) },
    legal: {
      ...settings.legal,
      registration_no: localize(settings.legal.registration_no),
      prices_note: localize(settings.legal.prices_note),
    },
    own_pages: settings.own_pages.map(({ slug, title_en, title_zh }) => {
      return { slug, title: textIn(ctx.lang, title_en, title_zh) };
    }),
    has_stores: settings.has_stores,
    map_tiles: settings.map.tiles === '' ? null : { url: settings.map.tiles, attribution: settings.map.attribution },
    app_links: {
      ios: ctx.shop.app.stores.ios ?? settings.app_links.ios,
      android: ctx.shop.app.stores.android ?? settings.app_links.android,
    },
    accent: settings.accent,
    accent_styles: settings.accent === null ? null : formatAccentAddress(settings.accent),
    languages: settings.languages,
    home: {
      sections: settings.home.sections,
      moods: settings.home.moods.map(({ tag, aisle, name, text, backdrop }) => {
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
    tracking: listShownTrackers(ctx.shop.trackers, settings.trackers),
  };
}
