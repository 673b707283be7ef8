/**
 * The spec's route table (§2), every page loaded when it is asked for.
 *
 * How a page is written: one file `SomethingPage.tsx` in its noun's folder that exports
 *
 *   export async function loader(args: LoaderFunctionArgs) {
 *     const page = pageOf(args);                                    // queries, lang, url
 *     const slug = page.url.searchParams.get('slug') ?? notFound();
 *     await required(page, productQuery(page.lang, slug));          // 404 where there is none
 *     return prefetch(page, page.queries.prefetchQuery(…), …);      // the rest; may fail without harm
 *   }
 *   export function Component() {
 *     const product = useQuery(productQuery(useLang(), slug));      // the same query: the data is there
 *     return <><Head title={…} description={…} /> … </>;            // every page says its head once
 *   }
 *
 * and one line below, which also names the words that only it says (`i18n/messages.ts`). The same loaders run on the
 * server, which always renders the guest's view: personal data (cart, orders) is never asked for in a loader, it appears
 * after hydration.
 */
import { ACCOUNT_ROUTES, INFORMATION_PAGES, ROUTES } from '@shop/core/links/paths';
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { loadWords, type WordArea } from './i18n/messages.ts';
import { PageError } from './layout/PageError.tsx';
import { Root, RootError, rootLoader } from './layout/Root.tsx';

export type PageModule = {
  loader?: LoaderFunction;
  Component: ComponentType;
  /** Where a page says more of a failure than the frame does. */
  ErrorBoundary?: ComponentType;
};

/** A page's file, as the build's manifest names it, and its words: the server preloads both together with the entry. */
export type PageHandle = { module: string; words: readonly WordArea[] };

/** Opening an overlay, or another hash, is no reason to load again. */
const shouldRevalidate: RouteObject['shouldRevalidate'] = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search;

function page(path: string, module: string, load: () => Promise<PageModule>, ...words: WordArea[]): RouteObject {
  return {
    ...(path === ROUTES.home ? { index: true } : { path }),
    id: path,
    handle: { module, words } satisfies PageHandle,
    shouldRevalidate,
    lazy: async () => {
      const [{ loader, Component, ErrorBoundary }] = await Promise.all([load(), ...words.map(loadWords)]);
      // A page without a loader of its own must still be known as loaded.
      return { loader: loader ?? (() => null), Component, ...(ErrorBoundary && { ErrorBoundary }) };
    },
  };
}

/** The pages of My Account are named in a list of their own, so that the first load of every other page has one line of them. */
const accountPage = (name: (typeof ACCOUNT_ROUTES)[number]): RouteObject =>
  page(ROUTES[name], 'account-routes.ts', async () => (await import('./account-routes.ts')).loadAccountPage(name));

/** The information pages that are nothing but a text. */
const INFORMATION_TEXTS = INFORMATION_PAGES.filter((name) => name !== 'faq' && name !== 'contactUs');

/** Signing in and up, and what belongs to it: forms that share their words. */
const IDENTITY_PAGES = [
  [ROUTES.signIn, 'identity/SignInPage.tsx', () => import('./identity/SignInPage.tsx')],
  [ROUTES.signUp, 'identity/SignUpPage.tsx', () => import('./identity/SignUpPage.tsx')],
  [ROUTES.forgetPassword, 'identity/ForgetPasswordPage.tsx', () => import('./identity/ForgetPasswordPage.tsx')],
  [ROUTES.completeOrder, 'identity/CompleteOrderPage.tsx', () => import('./identity/CompleteOrderPage.tsx')],
] as const;

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    loader: rootLoader,
    shouldRevalidate: () => false,
    children: [
      {
        id: 'pages',
        ErrorBoundary: PageError,
        children: [
          page(ROUTES.home, 'content/HomePage.tsx', () => import('./content/HomePage.tsx'), 'home'),
          page(
            ROUTES.products,
            'catalog/listing/ProductsPage.tsx',
            () => import('./catalog/listing/ProductsPage.tsx'),
            'listing',
          ),
          page(ROUTES.product, 'catalog/product/ProductPage.tsx', () => import('./catalog/product/ProductPage.tsx')),
          page(
            ROUTES.productPreview,
            'catalog/product/ProductPreviewPage.tsx',
            () => import('./catalog/product/ProductPreviewPage.tsx'),
            'product',
          ),
          page(
            ROUTES.productLink,
            'catalog/product/ProductLinkPage.tsx',
            () => import('./catalog/product/ProductLinkPage.tsx'),
          ),
          page(
            ROUTES.categories,
            'catalog/categories/CategoriesPage.tsx',
            () => import('./catalog/categories/CategoriesPage.tsx'),
          ),
          page(
            ROUTES.category,
            'catalog/categories/CategoryPage.tsx',
            () => import('./catalog/categories/CategoryPage.tsx'),
            'listing',
          ),
          page(
            ROUTES.shockingDeals,
            'catalog/collections/DealsPage.tsx',
            () => import('./catalog/collections/DealsPage.tsx'),
            'collections',
          ),
          page(
            ROUTES.bestSellers,
            'catalog/collections/BestSellersPage.tsx',
            () => import('./catalog/collections/BestSellersPage.tsx'),
            'collections',
          ),
          page(
            ROUTES.bundles,
            'catalog/collections/BundlesPage.tsx',
            () => import('./catalog/collections/BundlesPage.tsx'),
            'collections',
          ),
          page(
            ROUTES.brands,
            'catalog/collections/BrandsPage.tsx',
            () => import('./catalog/collections/BrandsPage.tsx'),
            'collections',
            'listing',
          ),
          ...IDENTITY_PAGES.map(([path, module, load]) => page(path, module, load, 'identity', 'forms')),
          page(ROUTES.logout, 'layout/LogoutPage.tsx', () => import('./layout/LogoutPage.tsx'), 'identity'),
          page(ROUTES.checkout, 'checkout/CheckoutPage.tsx', () => import('./checkout/CheckoutPage.tsx'), 'checkout'),
          page(
            ROUTES.checkoutResult,
            'checkout/ResultPage.tsx',
            () => import('./checkout/ResultPage.tsx'),
            'checkout',
            'orders',
          ),
          page(ROUTES.trackOrder, 'orders/TrackOrderPage.tsx', () => import('./orders/TrackOrderPage.tsx'), 'orders'),
          page(
            ROUTES.trackedOrder,
            'orders/TrackedOrderPage.tsx',
            () => import('./orders/TrackedOrderPage.tsx'),
            'orders',
          ),
          ...ACCOUNT_ROUTES.map(accountPage),
          ...INFORMATION_TEXTS.map((name) =>
            page(
              ROUTES[name],
              'content/InformationPage.tsx',
              () => import('./content/InformationPage.tsx'),
              'information',
              'footer',
            ),
          ),
          page(ROUTES.faq, 'content/FaqPage.tsx', () => import('./content/FaqPage.tsx'), 'information', 'footer'),
          page(
            ROUTES.contactUs,
            'content/ContactPage.tsx',
            () => import('./content/ContactPage.tsx'),
            'information',
            'footer',
            'forms',
          ),
          page('*', 'layout/NotFoundPage.tsx', () => import('./layout/NotFoundPage.tsx')),
        ],
      },
    ],
  },
];
