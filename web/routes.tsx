/**
 * The routes of the specification (docs/spec.md §2): one line per page, with the page's file. Every page loads
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
import { loadRemainingMessages } from './i18n/messages.ts';
import { PageError } from './layout/errors/PageError.tsx';
import { Root, RootError, rootLoader } from './layout/Root.tsx';

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

/** Does not reload data when only an overlay or the hash changes. */
const shouldRevalidate: RouteObject['shouldRevalidate'] = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search;

/** Rethrows the error of code that failed to load; in the browser as a lost connection, as for data. */
function throwConnectionError(error: unknown): never {
  throw import.meta.env.SSR ? error : new ApiError(0, 'network', '');
}

function createRoute(path: string, module: string, messages: PageMessages = 'rest'): RouteObject {
  const load = PAGE_FILES[`./${module}`];
  if (load === undefined) throw new Error(`No page file ${module}`);
  return {
    ...(path === ROUTES.home ? { index: true } : { path }),
    id: path,
    handle: { module, messages } satisfies PageHandle,
    shouldRevalidate,
    lazy: async () => {
      const files = Promise.all([load(), messages === 'rest' && loadRemainingMessages()]);
      const [{ loader, Component, ErrorBoundary }] = await files.catch(throwConnectionError);
      // Without a loader, the router would call `lazy` again.
      return { loader: loader ?? (() => null), Component, ...(ErrorBoundary && { ErrorBoundary }) };
    },
  };
}

const pages: RouteObject[] = [
  createRoute(ROUTES.home, 'content/home/HomePage.tsx', 'everywhere'),
  createRoute(ROUTES.products, 'catalog/listing/ProductsPage.tsx'),
  createRoute(ROUTES.product, 'catalog/product/ProductPage.tsx', 'everywhere'),
  createRoute(ROUTES.productPreview, 'catalog/product/ProductPreviewPage.tsx'),
  createRoute(ROUTES.bannerPreview, 'content/banners/BannerPreviewPage.tsx'),
  createRoute(ROUTES.productLink, 'catalog/product/ProductLinkPage.tsx'),
  createRoute(ROUTES.categories, 'catalog/categories/CategoriesPage.tsx'),
  createRoute(ROUTES.category, 'catalog/categories/CategoryPage.tsx'),
  createRoute(ROUTES.shockingDeals, 'catalog/collections/DealsPage.tsx'),
  createRoute(ROUTES.bestSellers, 'catalog/collections/BestSellersPage.tsx'),
  createRoute(ROUTES.bundles, 'catalog/collections/BundlesPage.tsx'),
  createRoute(ROUTES.brands, 'catalog/collections/BrandsPage.tsx'),
  createRoute(ROUTES.stores, 'stores/StoresPage.tsx'),
  createRoute(ROUTES.shops, 'stores/StoresPage.tsx'),
  createRoute(ROUTES.shoppings, 'stores/StoresPage.tsx'),
  createRoute(ROUTES.store, 'stores/StorePage.tsx'),
  createRoute(ROUTES.signIn, 'identity/sign-in/SignInPage.tsx'),
  createRoute(ROUTES.signUp, 'identity/sign-up/SignUpPage.tsx'),
  createRoute(ROUTES.forgetPassword, 'identity/recovery/ForgetPasswordPage.tsx'),
  createRoute(ROUTES.completeOrder, 'identity/sign-up/CompleteOrderPage.tsx'),
  createRoute(ROUTES.logout, 'layout/LogoutPage.tsx'),
  createRoute(ROUTES.cart, 'cart/CartPage.tsx'),
  createRoute(ROUTES.checkout, 'checkout/CheckoutPage.tsx'),
  createRoute(ROUTES.checkoutResult, 'checkout/ResultPage.tsx'),
  createRoute(ROUTES.checkoutCallback, 'checkout/CallbackPage.tsx'),
  createRoute(ROUTES.webPayment, 'checkout/WebPaymentPage.tsx'),
  createRoute(ROUTES.trackOrder, 'orders/track/TrackOrderPage.tsx'),
  createRoute(ROUTES.trackedOrder, 'orders/track/TrackedOrderPage.tsx'),
  createRoute(ROUTES.cancelOrder, 'orders/cancel/CancelOrderPage.tsx'),
  createRoute(ROUTES.trackedOrderPrint, 'orders/print/TrackedOrderPrintPage.tsx'),
  createRoute(ROUTES.profile, 'account/ProfilePage.tsx'),
  createRoute(ROUTES.changePassword, 'account/ChangePasswordPage.tsx'),
  createRoute(ROUTES.accountSettings, 'account/AccountSettingsPage.tsx'),
  createRoute(ROUTES.logins, 'account/SessionsPage.tsx'),
  createRoute(ROUTES.notifications, 'notifications/NotificationsPage.tsx'),
  createRoute(ROUTES.notificationSettings, 'notifications/NotificationSettingsPage.tsx'),
  createRoute(ROUTES.confirmAlert, 'alerts/AlertLinkPage.tsx'),
  createRoute(ROUTES.endAlert, 'alerts/UnsubscribePage.tsx'),
  createRoute(ROUTES.unsubscribe, 'alerts/UnsubscribePage.tsx'),
  createRoute(ROUTES.coins, 'loyalty/CoinsPage.tsx'),
  createRoute(ROUTES.wallet, 'loyalty/wallet/WalletPage.tsx'),
  createRoute(ROUTES.ownVouchers, 'loyalty/vouchers/VouchersPage.tsx'),
  createRoute(ROUTES.refer, 'referral/ReferPage.tsx'),
  createRoute(ROUTES.referToFriend, 'referral/ReferToFriendPage.tsx'),
  createRoute(ROUTES.addressBook, 'addresses/AddressPage.tsx'),
  createRoute(ROUTES.preferredPayment, 'account/PreferredPaymentPage.tsx'),
  createRoute(ROUTES.recentProducts, 'account/RecentProductsPage.tsx'),
  createRoute(ROUTES.helpCenter, 'account/HelpCenterPage.tsx'),
  createRoute(ROUTES.legalNotice, 'account/LegalNoticePage.tsx'),
  createRoute(ROUTES.wishlist, 'wishlist/WishlistPage.tsx'),
  createRoute(ROUTES.orders, 'orders/OrdersPage.tsx'),
  createRoute(ROUTES.order, 'orders/OrderPage.tsx'),
  createRoute(ROUTES.orderPrint, 'orders/print/OrderPrintPage.tsx'),
  createRoute(ROUTES.orderedProducts, 'orders/OrderedProductsPage.tsx'),
  createRoute(ROUTES.aboutUs, 'content/information/InformationPage.tsx'),
  createRoute(ROUTES.terms, 'content/information/InformationPage.tsx'),
  createRoute(ROUTES.privacyPolicy, 'content/information/InformationPage.tsx'),
  createRoute(ROUTES.deliveryPolicy, 'content/information/InformationPage.tsx'),
  createRoute(ROUTES.returnPolicy, 'content/information/InformationPage.tsx'),
  createRoute(ROUTES.faq, 'content/information/FaqPage.tsx'),
  createRoute(ROUTES.ownPage, 'content/information/OwnPage.tsx'),
  createRoute(ROUTES.contactUs, 'content/contact/ContactPage.tsx'),
  createRoute(ROUTES.app, 'app/AppPage.tsx'),
  createRoute('*', 'layout/errors/NotFoundPage.tsx'),
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
