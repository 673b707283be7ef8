/** API responses of a small shop, typed by the contract, for tests that render pages. */

import { ApiError } from '@shop/contract/api/api-error';
import type { Call, ResponseOf } from '@shop/contract/api/client';
import type { ShopperEndpointName } from '@shop/contract/api/endpoint-paths';
import type { NavCategory, Product, ProductRow } from '@shop/contract/catalog';
import type { StaticBlock } from '@shop/contract/content';
import { HOME_SECTIONS, type Settings } from '@shop/contract/settings';

const image = { thumbnail: '/media/00000000000000000000-320.webp', original: '/media/00000000000000000000-960.webp' };

export const settings: Settings = {
  siteTitle: 'Sekampit',
  siteSubtitle: 'Loyalty Rewards & Online Store',
  currency: 'MYR',
  logo: { id: '1', ...image, is_own: false },
  icon: null,
  category: { category_size: 280 },
  seo: {
    canonicalUrl: '',
    ogTitle: 'Sekampit, a sackful',
    ogDescription: 'Kaya & more',
    ogImage: { original: '/media/11111111111111111111-1200.jpg' },
    twitterHandle: '@sekampit',
    twitterCardType: 'summary_large_image',
    metaTitle: 'Sekampit | Online Store',
    metaDescription: 'Groceries & snacks',
    metaTags: 'groceries,snacks',
  },
  office_hours: 'Mon-Fri 8:30 am - 6:00 pm',
  announcement: {
    text: 'Win an RM150 e-cash voucher',
    highlight: 'RM150',
    link: '/terms#rm150-draw',
    hide_in_topbar: false,
  },
  free_shipping: { hide_in_cart: false, hide_in_topbar: false, min_amount: 8_000, region: 'Peninsular Malaysia' },
  standard_delivery: { fee: 1_500 },
  loyalty: {
    points_per_ringgit: 100,
    min_points: 100,
    max_points_percent: 50,
    earn_rate: 1,
    referral_coins: 500,
    referral_points: 0,
    referral_vouchers: [{ name: 'Thank-you voucher', value: 'RM5' }],
    referral_percent: 10,
    referral_cap: 1_500,
    referral_promotions: [],
  },
  bag_fee: { enabled: true, fee: 100, label: 'Bag fee' },
  bulky_max: 3,
  tips: [{ tip: 0 }],
  founded: 2001,
  outlets_count: 'more than 700 outlets',
  contact: { email: 'a@b.example', phone: '0355500100', whatsapp: '60125550100', address: 'Lot 1' },
  legal: { business_name: 'Demo Sdn. Bhd.', registration_no: '2001', prices_note: 'Prices include tax.' },
  own_pages: [],
  collections: ['shocking_deals', 'best_sellers', 'bundles', 'brands'],
  has_stores: true,
  map_tiles: null,
  app_links: { ios: '', android: '' },
  accent: null,
  accent_styles: null,
  languages: ['en', 'zh'],
  home: { sections: [...HOME_SECTIONS], moods: [] },
  google: null,
  mini_programs: [],
  payment_methods: ['Cash on delivery'],
  has_cash_on_delivery: true,
  tracking: [],
};

const aisle = (slug: string, name: string, ancestors: string[]): NavCategory => ({
  id: slug,
  slug,
  name,
  parent: null,
  ancestors,
  stage: 'snack',
  image,
  show_in_brand: false,
  show_in_sidemenu: true,
  show_in_footer: true,
  products_count: 5,
  children: [],
});

export const aisles: NavCategory[] = [
  { ...aisle('snacks', 'Snacks', []), children: [aisle('chips', 'Chips', ['snacks'])] },
];

/** Returns a product of a list with the test's changes. */
export function productRow(changes: Partial<ProductRow> = {}): ProductRow {
  return {
    id: '1',
    slug: 'cassava-crackle',
    name: 'Krupkrap Cassava Crackle',
    text_lang: 'en',
    title: 'Krupkrap Cassava Crackle 120 g',
    variant: '120 g',
    type: 'simple',
    image,
    stage: 'snack',
    price: 650,
    sale_price: 490,
    sale_ends_at: null,
    group_price: null,
    tier_prices: [],
    discount_percent: 24,
    unit_price: { price: 408, per: '100 g', amount: 1.2 },
    quantity: 20,
    inventory: { quantity: 20, min_qty: 0, is_continuous_selling: false },
    min_sale_qty: 1,
    max_sale_qty: 0,
    out_of_stock: false,
    bulky: false,
    is_bundle: false,
    is_new: false,
    brand: null,
    categories: [],
    tags: [],
    dietary: [],
    variation_options: [],
    ...changes,
  };
}

/** Returns a full product with the test's changes. */
export function productResponse(changes: Partial<Product> = {}): Product {
  return {
    ...productRow(),
    sku: null,
    barcode: null,
    seo: { title: null, description: null },
    description: '<p>Thin &amp; hot.</p>',
    images: [{ ...image, alt: null }],
    ingredients: null,
    allergens: [],
    storage: null,
    origin: null,
    halal_certificate: null,
    nutrition: [],
    breadcrumbs: [
      { id: '1', slug: 'snacks', name: 'Snacks' },
      { id: '2', slug: 'chips', name: 'Chips' },
    ],
    bundle_items: [],
    saving: null,
    similar: [],
    companions: [],
    og_image: '/media/00000000000000000000-1200.jpg',
    ...changes,
  };
}

/** Returns an information text of one section, with the test's changes. */
export function staticBlock(changes: Partial<StaticBlock> = {}): StaticBlock {
  return {
    id: '12',
    slug: 'about-us',
    title: 'About us',
    description: 'Who we are.',
    text_lang: 'en',
    sections: [{ slug: 'shop', title: 'The shop', body: '<p>Open on Deepavali.</p>' }],
    updated_at: new Date('2026-11-20T00:00:00.000+08:00'),
    ...changes,
  };
}

/** Returns a list response with all items on one page. */
export const toListPage = <Item>(data: Item[]) => ({
  data,
  current_page: 1,
  per_page: 30,
  last_page: 1,
  total: data.length,
  from: data.length === 0 ? null : 1,
  to: data.length === 0 ? null : data.length,
});

export type ApiResponses = { [Name in ShopperEndpointName]?: ResponseOf<Name> | Error };

/** Returns a `Call` with these responses. It throws a response that is an `Error`, and 404 if one is missing. */
export function createCall(answers: ApiResponses): Call {
  const all: ApiResponses = {
    'content.settings': settings,
    'content.banners': toListPage([]),
    'catalog.navCategories': toListPage(aisles),
    'catalog.shockingDeals': { ...toListPage([]), ends_at: null, next: [] },
    'catalog.bestSellers': toListPage([productRow()]),
    'catalog.bundles': toListPage([]),
    'catalog.dietaries': toListPage([]),
    'catalog.brands': toListPage([]),
    ...answers,
  };
  return async <Name extends ShopperEndpointName>(name: Name) => {
    const answer: ResponseOf<Name> | Error | undefined = all[name];
    if (answer === undefined) throw new ApiError(404, 'request.not_found', 'Not found.');
    if (answer instanceof Error) throw answer;
    return answer;
  };
}
