/**
 * The routes of the specification (docs/spec.md §2): one line per page, with its file. Every page loads
 * when it is first visited, most along with the remaining messages (`i18n/messages.ts`).
 *
 * A page is a file `SomethingPage.tsx` in its module's folder that exports
 *
 *   export async function loader(args: LoaderFunctionArgs) {
 *     const page = pageRequest(args);                                    // queries, lang, url
 *     const slug = page.url.searchParams.get('slug') ?? notFound();
 *     await fetchRequired(page, productQuery(page.lang, slug));          // 404 without a product
 *     return prefetch(page, page.queries.prefetchQuery(…), …);      // other data; may fail without harm
 *   }
 *   export function Component() {
 *     const product = useQuery(productQuery(useLang(), slug));      // the same query: its data is cached
 *     return <><Head title={…} description={…} /> … </>;            // once per page
 *   }
 *
 * The server runs the same loaders and always renders the guest's view: loaders request no personal data (cart,
 * orders), which appears after hydration.
 */

import { ApiError } from '@shop/contract/api/api-error';
import { ROUTES } from '@shop/core/links/paths';
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { loadParts } from './hydration/lazy.tsx';
import { loadRemainingMessages } from './i18n/messages.ts';
import { PageError } from './layout/errors/PageError.tsx';
import { Root, RootError, rootLoader } from './layout/Root.tsx';
import { pageRequest, waitAtMost } from './page-loader.ts';

export type PageModule = {
  loader?: LoaderFunction;
  Component: ComponentType;
  /** Replaces the frame's error page. */
  ErrorBoundary?: ComponentType;
};

/** The messages that a page needs before it renders. */
type PageMessages = 'everywhere' | 'rest';

/** A page's file, as the build's manifest names it, and its messages: the server preloads both. */
export type PageHandle = { module: string; messages: PageMessages };

const PAGE_FILES = import.meta.glob<PageModule>('./*/**/*Page.tsx');

/** The browser waits this long for the code of a page's parts before it renders their placeholders. */
const PARTS_WAIT_MS = 3_000;

/** Makes a loader that also waits for the page's parts, which would move the page if they came after it. */
const withParts =
  (loader: LoaderFunction): LoaderFunction =>
  async (args, handlerContext) => {
    const parts = pageRequest(args).onServer ? null : waitAtMost(loadParts(), PARTS_WAIT_MS);
    return (await Promise.all([loader(args, handlerContext), parts]))[0];
  };

/** Does not reload data when only an overlay or the hash changes. */
const shouldRevalidate: RouteObject['shouldRevalidate'] = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search;

/** Rethrows the error of code that failed to load; in the browser as a lost connection, as for data. */
function throwConnectionError(error: unknown): never {
  throw import.meta.env.SSR ? error : new ApiError(0, 'network', '');
}

function page(path: string, module: string, messages: PageMessages = 'rest'): RouteObject {
  const load = PAGE_FILES[`./${module}`];
  if (load === undefined) throw new Error(`No page file ${module}`);
  return {
    ...(path === ROUTES.home ? { index: true } : { path }),
    id: path,
    handle: { module, messages } satisfies PageHandle,
    shouldRevalidate,
    lazy: async () => {
      const files = Promise.all([load(), messages === 'rest' && loadRemainingMessages()]);
      const [{ loader = () => null, Component, ErrorBoundary }] = await files.catch(throwConnectionError);
      // Without a loader, the router would call `lazy` again.
      return { loader: withParts(loader), Component, ...(ErrorBoundary && { ErrorBoundary }) };
    },
  };
}

const pages: RouteObject[] = [
  page(ROUTES.home, 'content/home/HomePage.tsx', 'everywhere'),
  page(ROUTES.products, 'catalog/listing/ProductsPage.tsx'),
  page(ROUTES.product, 'catalog/product/ProductPage.tsx', 'everywhere'),
  page(ROUTES.productPreview, 'catalog/product/ProductPreviewPage.tsx'),
  page(ROUTES.bannerPreview, 'content/banners/BannerPreviewPage.tsx'),
  page(ROUTES.productLink, 'catalog/product/ProductLinkPage.tsx'),
  page(ROUTES.categories, 'catalog/categories/CategoriesPage.tsx'),
  page(ROUTES.category, 'catalog/categories/CategoryPage.tsx'),
  page(ROUTES.shockingDeals, 'catalog/collections/DealsPage.tsx'),
  page(ROUTES.bestSellers, 'catalog/collections/BestSellersPage.tsx'),
  page(ROUTES.bundles, 'catalog/collections/BundlesPage.tsx'),
  page(ROUTES.brands, 'catalog/collections/BrandsPage.tsx'),
  page(ROUTES.stores, 'stores/StoresPage.tsx'),
  page(ROUTES.shops, 'stores/StoresPage.tsx'),
  page(ROUTES.shoppings, 'stores/StoresPage.tsx'),
  page(ROUTES.store, 'stores/StorePage.tsx'),
  page(ROUTES.signIn, 'identity/sign-in/SignInPage.tsx'),
  page(ROUTES.signUp, 'identity/sign-up/SignUpPage.tsx'),
  page(ROUTES.forgetPassword, 'identity/recovery/ForgetPasswordPage.tsx'),
  page(ROUTES.completeOrder, 'identity/sign-up/CompleteOrderPage.tsx'),
  page(ROUTES.logout, 'layout/LogoutPage.tsx'),
  page(ROUTES.cart, 'cart/CartPage.tsx'),
  page(ROUTES.checkout, 'checkout/CheckoutPage.tsx'),
  page(ROUTES.checkoutResult, 'checkout/ResultPage.tsx'),
  page(ROUTES.checkoutCallback, 'checkout/CallbackPage.tsx'),
  page(ROUTES.webPayment, 'checkout/WebPaymentPage.tsx'),
  page(ROUTES.trackOrder, 'orders/track/TrackOrderPage.tsx'),
  page(ROUTES.trackedOrder, 'orders/track/TrackedOrderPage.tsx'),
  page(ROUTES.cancelOrder, 'orders/cancel/CancelOrderPage.tsx'),
  page(ROUTES.trackedOrderPrint, 'orders/print/TrackedOrderPrintPage.tsx'),
  page(ROUTES.profile, 'account/ProfilePage.tsx'),
  page(ROUTES.changePassword, 'account/ChangePasswordPage.tsx'),
  page(ROUTES.accountSettings, 'account/AccountSettingsPage.tsx'),
  page(ROUTES.logins, 'account/SessionsPage.tsx'),
  page(ROUTES.notifications, 'notifications/NotificationsPage.tsx'),
  page(ROUTES.notificationSettings, 'notifications/NotificationSettingsPage.tsx'),
  page(ROUTES.confirmAlert, 'alerts/AlertLinkPage.tsx'),
  page(ROUTES.endAlert, 'alerts/UnsubscribePage.tsx'),
  page(ROUTES.unsubscribe, 'alerts/UnsubscribePage.tsx'),
  page(ROUTES.coins, 'loyalty/CoinsPage.tsx'),
  page(ROUTES.wallet, 'loyalty/wallet/WalletPage.tsx'),
  page(ROUTES.ownVouchers, 'loyalty/vouchers/VouchersPage.tsx'),
  page(ROUTES.refer, 'referral/ReferPage.tsx'),
  page(ROUTES.referToFriend, 'referral/ReferToFriendPage.tsx'),
  page(ROUTES.addressBook, 'addresses/AddressPage.tsx'),
  page(ROUTES.preferredPayment, 'account/PreferredPaymentPage.tsx'),
  page(ROUTES.recentProducts, 'account/RecentProductsPage.tsx'),
  page(ROUTES.helpCenter, 'account/HelpCenterPage.tsx'),
  page(ROUTES.legalNotice, 'account/LegalNoticePage.tsx'),
  page(ROUTES.wishlist, 'wishlist/WishlistPage.tsx'),
  page(ROUTES.orders, 'orders/OrdersPage.tsx'),
  page(ROUTES.order, 'orders/OrderPage.tsx'),
  page(ROUTES.orderPrint, 'orders/print/OrderPrintPage.tsx'),
  page(ROUTES.orderedProducts, 'orders/OrderedProductsPage.tsx'),
  page(ROUTES.aboutUs, 'content/information/InformationPage.tsx'),
  page(ROUTES.terms, 'content/information/InformationPage.tsx'),
  page(ROUTES.privacyPolicy, 'content/information/InformationPage.tsx'),
  page(ROUTES.deliveryPolicy, 'content/information/InformationPage.tsx'),
  page(ROUTES.returnPolicy, 'content/information/InformationPage.tsx'),
  page(ROUTES.faq, 'content/information/FaqPage.tsx'),
  page(ROUTES.ownPage, 'content/information/OwnPage.tsx'),
  page(ROUTES.contactUs, 'content/contact/ContactPage.tsx'),
  page(ROUTES.app, 'app/AppPage.tsx'),
  page('*', 'layout/errors/NotFoundPage.tsx'),
];

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    loader: rootLoader,
    shouldRevalidate: () => false,
    children: [{ id: 'pages', ErrorBoundary: PageError, children: pages }],
  },
];
