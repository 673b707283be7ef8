/**
 * Every page of the shop by name (docs/spec.md §2 "Routes"): nobody writes an address by hand. A page's builder appears with the
 * page. Addresses are root-relative; the language is added by `withLang`.
 */
import type { Lang } from '../lang.ts';
import { toQuery } from './query.ts';

/** The routes as the router declares them. */
export const ROUTES = {
  home: '/',
  products: '/products',
  product: '/products/view',
  productPreview: '/products/preview',
  productLink: '/products/:slug',
  shockingDeals: '/shocking-deals',
  bestSellers: '/best-sellers',
  bundles: '/bundles',
  categories: '/categories',
  category: '/categories/view',
  brands: '/brands',
  checkout: '/checkout',
  checkoutResult: '/checkout/result',
  trackOrder: '/track-order',
  trackedOrder: '/track-order/view',
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
} as const;

export type RouteName = keyof typeof ROUTES;

export const homePath = (): string => ROUTES.home;

/** The list of products, whole or narrowed by `listingQuery`. */
export const productsPath = (query = ''): string => `${ROUTES.products}${query}`;

/** docs/spec.md §2: "/products/view (query slug)". */
export const productPath = (slug: string): string => `${ROUTES.product}${toQuery({ slug })}`;

/** docs/spec.md §2 "/products/preview": a product that is not published yet, opened by a signed token. */
export const productPreviewPath = (preview: { slug: string; token: string }): string =>
  `${ROUTES.productPreview}${toQuery(preview)}`;

export const categoriesPath = (): string => ROUTES.categories;

export const shockingDealsPath = (): string => ROUTES.shockingDeals;

/** Best sellers of the whole shop, or of one of the page's other tabs. */
export const bestSellersPath = (tab?: 'grocery' | 'popular'): string => `${ROUTES.bestSellers}${toQuery({ tab })}`;

export const bundlesPath = (): string => ROUTES.bundles;

export const brandsPath = (): string => ROUTES.brands;

/** All of one brand: the category view without a category (docs/spec.md §2: "query categories …, optional brand"). */
export const brandPath = (brand: { id: string }): string => `${ROUTES.category}${toQuery({ brand: brand.id })}`;

/** The information pages, whose text is the static block of the same slug. */
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

/** Slug of the static block that an information page shows. */
export const informationSlug = (page: InformationPage): string => ROUTES[page].slice(1);

export const checkoutPath = (): string => ROUTES.checkout;

/** Where a shopper lands after ordering; the order's view token opens this one order without signing in (docs/readings.md#26). */
export const checkoutResultPath = (order: { order_number: string; token?: string | null }): string =>
  `${ROUTES.checkoutResult}${toQuery({ order_number: order.order_number, token: order.token })}`;

export const trackOrderPath = (): string => ROUTES.trackOrder;

/** One order's tracking page. A phone or email never stands in an address: without a token the page asks for it. */
export const trackedOrderPath = (order: { order_number: string; token?: string | null }): string =>
  `${ROUTES.trackedOrder}${toQuery({ order_number: order.order_number, token: order.token })}`;

/** Signing in, and from there to where one wanted to go: an address of this shop. */
export const signInPath = (then = ''): string => `${ROUTES.signIn}${toQuery({ then })}`;

export const signUpPath = (then = ''): string => `${ROUTES.signUp}${toQuery({ then })}`;

export const forgetPasswordPath = (): string => ROUTES.forgetPassword;

/** docs/spec.md §2 "order completion": an account for a guest's order. What opens the order is remembered, not addressed. */
export const completeOrderPath = (): string => ROUTES.completeOrder;

/** The pages of My Account that take nothing (docs/spec.md §2 "account areas"), in the order of their menu. */
export const ACCOUNT_PAGES = [
  'profile',
  'orders',
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

export type AccountPage = (typeof ACCOUNT_PAGES)[number];

export const accountPath = (page: AccountPage): string => ROUTES[page];

/** docs/spec.md §2 "Order links go to the order view with order_id." */
export const orderPath = (order: { id: string }): string => `${ROUTES.order}${toQuery({ order_id: order.id })}`;

/** docs/spec.md §4: "Any 403 response sends the user to /logout with force=1." `removed`: after the account was removed. */
export const logoutPath = ({ force = false, removed = false }: { force?: boolean; removed?: boolean } = {}): string =>
  `${ROUTES.logout}${toQuery({ force, removed })}`;

/**
 * The same address in a language (docs/spec.md §1: "chosen by an optional lang query parameter (en or zh, default en"). English
 * is the address without the parameter, so that each page has one address per language. Query and fragment are kept.
 */
export function withLang(path: string, lang: Lang): string {
  const [beforeHash = '', ...hash] = path.split('#');
  const [pathname = '', ...query] = beforeHash.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((part) => part !== '' && part !== 'lang' && !part.startsWith('lang='));
  const all = lang === 'en' ? kept : [...kept, `lang=${lang}`];
  const fragment = hash.length === 0 ? '' : `#${hash.join('#')}`;
  return `${pathname}${all.length === 0 ? '' : `?${all.join('&')}`}${fragment}`;
}
