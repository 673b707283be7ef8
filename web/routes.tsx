/**
 * The routes of the specification (docs/spec.md §2): one line per page, with the file that holds it and the areas of
 * messages that only it needs (`i18n/messages.ts`). Every page loads when it is first visited.
 *
 * A page is a file `SomethingPage.tsx` in its module's folder that exports
 *
 *   export async function loader(args: LoaderFunctionArgs) {
 *     const page = pageOf(args);                                    // queries, lang, url
 *     const slug = page.url.searchParams.get('slug') ?? notFound();
 *     await required(page, productQuery(page.lang, slug));          // 404 without a product
 *     return prefetch(page, page.queries.prefetchQuery(…), …);      // the rest; may fail without harm
 *   }
 *   export function Component() {
 *     const product = useQuery(productQuery(useLang(), slug));      // the same query: its data is cached
 *     return <><Head title={…} description={…} /> … </>;            // once per page
 *   }
 *
 * The server runs the same loaders and always renders the guest's view: loaders request no personal data (cart,
 * orders), which appears after hydration.
 */
import { ROUTES } from '@shop/core/links/paths';
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { loadWords, type WordArea } from './i18n/messages.ts';
import { PageError } from './layout/PageError.tsx';
import { Root, RootError, rootLoader } from './layout/Root.tsx';

export type PageModule = {
  loader?: LoaderFunction;
  Component: ComponentType;
  /** Replaces the frame's error page. */
  ErrorBoundary?: ComponentType;
};

/** A page's file, as the build's manifest names it, and its messages: the server preloads both. */
export type PageHandle = { module: string; words: readonly WordArea[] };

const FILES = import.meta.glob<PageModule>('./*/**/*Page.tsx');

/** Keeps the data when only an overlay or the hash changes. */
const shouldRevalidate: RouteObject['shouldRevalidate'] = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search;

function page(path: string, module: string, ...words: WordArea[]): RouteObject {
  const load = FILES[`./${module}`];
  if (load === undefined) throw new Error(`No page file ${module}`);
  return {
    ...(path === ROUTES.home ? { index: true } : { path }),
    id: path,
    handle: { module, words } satisfies PageHandle,
    shouldRevalidate,
    lazy: async () => {
      const [{ loader, Component, ErrorBoundary }] = await Promise.all([load(), ...words.map(loadWords)]);
      // Without a loader the router would call `lazy` again.
      return { loader: loader ?? (() => null), Component, ...(ErrorBoundary && { ErrorBoundary }) };
    },
  };
}

const pages: RouteObject[] = [
  page(ROUTES.home, 'content/HomePage.tsx', 'home'),
  page(ROUTES.products, 'catalog/listing/ProductsPage.tsx', 'listing'),
  page(ROUTES.product, 'catalog/product/ProductPage.tsx'),
  page(ROUTES.productPreview, 'catalog/product/ProductPreviewPage.tsx', 'product'),
  page(ROUTES.productLink, 'catalog/product/ProductLinkPage.tsx'),
  page(ROUTES.categories, 'catalog/categories/CategoriesPage.tsx'),
  page(ROUTES.category, 'catalog/categories/CategoryPage.tsx', 'listing'),
  page(ROUTES.shockingDeals, 'catalog/collections/DealsPage.tsx', 'collections'),
  page(ROUTES.bestSellers, 'catalog/collections/BestSellersPage.tsx', 'collections'),
  page(ROUTES.bundles, 'catalog/collections/BundlesPage.tsx', 'collections'),
  page(ROUTES.brands, 'catalog/collections/BrandsPage.tsx', 'collections', 'listing'),
  page(ROUTES.signIn, 'identity/SignInPage.tsx', 'identity', 'forms'),
  page(ROUTES.signUp, 'identity/SignUpPage.tsx', 'identity', 'forms'),
  page(ROUTES.forgetPassword, 'identity/ForgetPasswordPage.tsx', 'identity', 'forms'),
  page(ROUTES.completeOrder, 'identity/CompleteOrderPage.tsx', 'identity', 'forms'),
  page(ROUTES.logout, 'layout/LogoutPage.tsx', 'identity'),
  page(ROUTES.checkout, 'checkout/CheckoutPage.tsx', 'checkout'),
  page(ROUTES.checkoutResult, 'checkout/ResultPage.tsx', 'checkout', 'orders'),
  page(ROUTES.trackOrder, 'orders/TrackOrderPage.tsx', 'orders'),
  page(ROUTES.trackedOrder, 'orders/TrackedOrderPage.tsx', 'orders'),
  page(ROUTES.profile, 'account/ProfilePage.tsx', 'account', 'forms', 'orders'),
  page(ROUTES.changePassword, 'account/ChangePasswordPage.tsx', 'account', 'forms', 'identity'),
  page(ROUTES.accountSettings, 'account/AccountSettingsPage.tsx', 'account'),
  page(ROUTES.logins, 'account/SessionsPage.tsx', 'account'),
  page(ROUTES.addressBook, 'addresses/AddressPage.tsx', 'account', 'addresses', 'forms'),
  page(ROUTES.preferredPayment, 'account/PaymentPage.tsx', 'account'),
  page(ROUTES.recentProducts, 'account/RecentProductsPage.tsx', 'account'),
  page(ROUTES.helpCenter, 'account/HelpCenterPage.tsx', 'account', 'information'),
  page(ROUTES.legalNotice, 'account/LegalNoticePage.tsx', 'account', 'information'),
  page(ROUTES.wishlist, 'wishlist/WishlistPage.tsx', 'account', 'wishlist', 'drawer'),
  page(ROUTES.orders, 'orders/OrdersPage.tsx', 'account', 'orders'),
  page(ROUTES.order, 'orders/OrderPage.tsx', 'account', 'orders'),
  page(ROUTES.aboutUs, 'content/InformationPage.tsx', 'information', 'footer'),
  page(ROUTES.terms, 'content/InformationPage.tsx', 'information', 'footer'),
  page(ROUTES.privacyPolicy, 'content/InformationPage.tsx', 'information', 'footer'),
  page(ROUTES.deliveryPolicy, 'content/InformationPage.tsx', 'information', 'footer'),
  page(ROUTES.returnPolicy, 'content/InformationPage.tsx', 'information', 'footer'),
  page(ROUTES.faq, 'content/FaqPage.tsx', 'information', 'footer'),
  page(ROUTES.contactUs, 'content/ContactPage.tsx', 'information', 'footer', 'forms'),
  page('*', 'layout/NotFoundPage.tsx'),
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
