/** The paths of all pages by name (docs/spec.md §2 "Routes"). They are root-relative; `withLang` adds the language. */
import type { PageLocale } from '../lang.ts';
import { toQuery } from './query.ts';

export const ROUTES = {
  home: '/',
  products: '/products',
  product: '/products/view',
  productPreview: '/products/preview',
  productLink: '/products/:slug',
  bannerPreview: '/banners/preview',
  shockingDeals: '/shocking-deals',
  bestSellers: '/best-sellers',
  bundles: '/bundles',
  categories: '/categories',
  category: '/categories/view',
  brands: '/brands',
  stores: '/stores',
  shops: '/shops',
  shoppings: '/shoppings',
  store: '/stores/:id',
  cart: '/cart',
  checkout: '/checkout',
  checkoutResult: '/checkout/result',
  checkoutCallback: '/checkout/callback',
  webPayment: '/checkout/web-payment',
  trackOrder: '/track-order',
  trackedOrder: '/track-order/view',
  trackedOrderPrint: '/track-order/print',
  cancelOrder: '/cancel-order',
  signIn: '/signin',
  signUp: '/signup',
  forgetPassword: '/forget-password',
  completeOrder: '/complete-order',
  logout: '/logout',
  profile: '/my-account',
  changePassword: '/my-account/change-password',
  accountSettings: '/my-account/account-settings',
  logins: '/my-account/auth',
  orders: '/my-account/orders',
  order: '/my-account/orders/view',
  orderPrint: '/my-account/orders/print',
  orderedProducts: '/my-account/orders/products',
  addressBook: '/my-account/address',
  wishlist: '/my-account/wishlist',
  recentProducts: '/my-account/recent-products',
  preferredPayment: '/my-account/payment',
  helpCenter: '/my-account/help-center',
  legalNotice: '/my-account/legal-notice',
  aboutUs: '/about-us',
  contactUs: '/contact-us',
  terms: '/terms',
  privacyPolicy: '/privacy-policy',
  deliveryPolicy: '/delivery-policy',
  returnPolicy: '/return-policy',
  faq: '/faq',
  ownPage: '/pages/:slug',
  coins: '/kk-coins',
  refer: '/refer',
  wallet: '/my-account/coin',
  ownVouchers: '/my-account/vouchers',
  referToFriend: '/my-account/refer-to-friend',
  notifications: '/my-account/notification',
  notificationSettings: '/my-account/notification/settings',
  confirmAlert: '/alerts/confirm',
  endAlert: '/alerts/end',
  unsubscribe: '/unsubscribe',
  app: '/app',
} as const;

export type RouteName = keyof typeof ROUTES;

export const homePath = (): string => ROUTES.home;

/** The product list, with filters from `formatListState`. */
export const productsPath = (query = ''): string => `${ROUTES.products}${query}`;

/** docs/spec.md §2: "/products/view (query slug)". */
export const productPath = (slug: string): string => `${ROUTES.product}${toQuery({ slug })}`;

/**
 * docs/spec.md §2 "Deep links": a product in a link of the app, which redirects to the product's page with any query.
 */
export const productLinkPath = (slug: string): string => ROUTES.productLink.replace(':slug', encodeURIComponent(slug));

/** docs/spec.md §2 "/products/preview": an unpublished product, opened with a signed token. */
export const productPreviewPath = (preview: { slug: string; token: string }): string =>
  `${ROUTES.productPreview}${toQuery(preview)}`;

/** The preview of a banner before it is shown, opened with a signed token. */
export const bannerPreviewPath = (preview: { slug: string; token: string }): string =>
  `${ROUTES.bannerPreview}${toQuery(preview)}`;

export const categoriesPath = (): string => ROUTES.categories;

export const shockingDealsPath = (): string => ROUTES.shockingDeals;

/** Best sellers of the whole shop, or of another tab of the page. */
export const bestSellersPath = (tab?: 'grocery' | 'popular'): string => `${ROUTES.bestSellers}${toQuery({ tab })}`;

export const bundlesPath = (): string => ROUTES.bundles;

export const brandsPath = (): string => ROUTES.brands;

/** The store locator; `query` from `formatLocator`. */
export const locatorPath = (name: 'stores' | 'shops' | 'shoppings' = 'stores', query = ''): string =>
  `${ROUTES[name]}${query}`;

/** An outlet by its code (docs/spec.md §2 "/stores/{id}"). */
export const storePath = (id: string): string => ROUTES.store.replace(':id', encodeURIComponent(id));

/**
 * All products of a brand: the category view without a category (docs/spec.md §2: "query categories …, optional
 * brand").
 */
export const brandPath = (brand: { id: string }): string => `${ROUTES.category}${toQuery({ brand: brand.id })}`;

/** Information pages with a route of their own outside My Account. Each shows the static block whose slug is its path. */
export const INFORMATION_PAGES = [
  'aboutUs',
  'contactUs',
  'terms',
  'privacyPolicy',
  'deliveryPolicy',
  'returnPolicy',
  'faq',
] as const;

export type InformationPage = (typeof INFORMATION_PAGES)[number];

export const informationPath = (page: InformationPage): string => ROUTES[page];

/** The contact form about an order. */
export const orderHelpPath = ({ order_number }: { order_number: string }): string =>
  `${ROUTES.contactUs}${toQuery({ order_number })}`;

/** Returns the slug of an information page's static block. */
export const informationSlug = (page: InformationPage): string => ROUTES[page].slice(1);

/** Slugs of the texts that have a route of their own; any other text is a page of the shop's own (`ownPagePath`). */
export const LINKED_TEXTS: readonly string[] = [
  ...INFORMATION_PAGES.map(informationSlug),
  'help-center',
  'legal-notice',
];

/** Slugs of the texts that a sign-up accepts. */
export const ACCEPTED_TEXTS = ['terms', 'privacy-policy'] as const;

/** A page of the shop's own, such as one about halal goods. */
export const ownPagePath = (slug: string): string => ROUTES.ownPage.replace(':slug', encodeURIComponent(slug));

/** The page about the app, with its listings. */
export const appPath = (): string => ROUTES.app;

export const checkoutPath = (): string => ROUTES.checkout;

/** The page that posts an attempt's form to the gateway; the token opens the attempt's order. */
export const webPaymentPath = (payment: { attempt: string; order_number: string; token: string }): string =>
  `${ROUTES.webPayment}${toQuery(payment)}`;

/** The page that waits for a payment's result; without an order if the return was not signed. */
export const checkoutCallbackPath = (payment: {
  attempt: string | undefined;
  failed: string | null;
  order_number: string | undefined;
  token: string | undefined;
}): string => `${ROUTES.checkoutCallback}${toQuery(payment)}`;

/** The page after placing an order; the token opens this order without signing in (docs/readings.md#26). */
export const checkoutResultPath = (order: { order_number: string; token?: string | null }): string =>
  `${ROUTES.checkoutResult}${toQuery({ order_number: order.order_number, token: order.token })}`;

export const trackOrderPath = (): string => ROUTES.trackOrder;

/** An order's tracking page. Without a token the page asks for the phone or email, which never appears in a URL. */
export const trackedOrderPath = (order: { order_number: string; token?: string | null }): string =>
  `${ROUTES.trackedOrder}${toQuery({ order_number: order.order_number, token: order.token })}`;

/** A tracked order as a document for A4 paper. */
export const trackedOrderPrintPath = (order: { order_number: string; token?: string | null }): string =>
  `${ROUTES.trackedOrderPrint}${toQuery({ order_number: order.order_number, token: order.token })}`;

/** The sign-in page; `then` is the path in this shop to go to afterwards. */
export const signInPath = (then = ''): string => `${ROUTES.signIn}${toQuery({ then })}`;

export const signUpPath = (then = ''): string => `${ROUTES.signUp}${toQuery({ then })}`;

/** docs/spec.md §2 "referral": the sign-up page with a customer's referral code. */
export const friendSignUpPath = (referral_code: string): string => `${ROUTES.signUp}${toQuery({ referral_code })}`;

export const forgetPasswordPath = (): string => ROUTES.forgetPassword;

/** docs/spec.md §2 "order completion": an account for a guest's order, which the device remembers. */
export const completeOrderPath = (): string => ROUTES.completeOrder;

export const coinsPath = (): string => ROUTES.coins;

/** docs/spec.md §2 "/kk-coins#vouchers". */
export const vouchersPath = (): string => `${ROUTES.coins}#vouchers`;

/** The public page about referring friends. */
export const referPath = (): string => ROUTES.refer;

/** The pages of My Account without parameters (docs/spec.md §2 "account areas"), in menu order. */
export const ACCOUNT_PAGES = [
  'profile',
  'orders',
  'notifications',
  'wallet',
  'ownVouchers',
  'referToFriend',
  'addressBook',
  'wishlist',
  'recentProducts',
  'preferredPayment',
  'changePassword',
  'logins',
  'accountSettings',
  'helpCenter',
  'legalNotice',
] as const;

/** The account pages that only a shop with a loyalty program has. */
export const LOYALTY_PAGES: readonly AccountPageName[] = ['wallet', 'ownVouchers', 'referToFriend'];

export type AccountPageName = (typeof ACCOUNT_PAGES)[number];

export const accountPath = (page: AccountPageName): string => ROUTES[page];

/** The page on which a customer chooses the channels of each topic of notifications. */
export const notificationSettingsPath = (): string => ROUTES.notificationSettings;

/** docs/spec.md §2 "Order links go to the order view with order_id." */
export const orderPath = (order: { id: string }): string => `${ROUTES.order}${toQuery({ order_id: order.id })}`;

/** One of the customer's orders as a document for A4 paper. */
export const orderPrintPath = (order: { id: string }): string =>
  `${ROUTES.orderPrint}${toQuery({ order_id: order.id })}`;

/** Products that the customer ordered before. */
export const orderedProductsPath = (): string => ROUTES.orderedProducts;

/**
 * docs/spec.md §4: "Any 403 response sends the user to /logout with force=1." `removed`: after the account was removed.
 */
export const logoutPath = ({ force = false, removed = false }: { force?: boolean; removed?: boolean } = {}): string =>
  `${ROUTES.logout}${toQuery({ force, removed })}`;

/**
 * Sets the language of a URL (docs/spec.md §1: "chosen by an optional lang query parameter (en or zh, default en").
 * English has no parameter, so that a page has one URL per language. Other parameters and the fragment stay.
 */
export const withLang = (path: string, lang: PageLocale): string =>
  withParameter(path, 'lang', lang === 'en' ? null : lang);

/** Sets a query parameter of a path, after the other ones; null removes it. Does not encode the value. */
export function withParameter(path: string, name: string, value: string | null): string {
  const [beforeHash = '', ...hash] = path.split('#');
  const [pathname = '', ...query] = beforeHash.split('?');
  const others = query
    .join('?')
    .split('&')
    .filter((part) => part !== '' && part !== name && !part.startsWith(`${name}=`));
  const parameters = value === null ? others : [...others, `${name}=${value}`];
  const fragment = hash.length === 0 ? '' : `#${hash.join('#')}`;
  return `${pathname}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}${fragment}`;
}
