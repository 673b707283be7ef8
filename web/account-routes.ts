/** The files and words of the pages of My Account, each loaded when it is asked for (`routes.tsx`). */
import type { ACCOUNT_ROUTES } from '@shop/core/links/paths';
import { loadWords, type WordArea } from './i18n/messages.ts';
import type { PageModule } from './routes.tsx';

type AccountRoute = (typeof ACCOUNT_ROUTES)[number];

const PAGES: Readonly<Record<AccountRoute, readonly [load: () => Promise<PageModule>, ...words: WordArea[]]>> = {
  profile: [() => import('./account/ProfilePage.tsx'), 'forms', 'orders'],
  changePassword: [() => import('./account/ChangePasswordPage.tsx'), 'forms', 'identity'],
  accountSettings: [() => import('./account/AccountSettingsPage.tsx')],
  logins: [() => import('./account/SessionsPage.tsx')],
  addressBook: [() => import('./addresses/AddressPage.tsx'), 'addresses', 'forms'],
  preferredPayment: [() => import('./account/PaymentPage.tsx')],
  recentProducts: [() => import('./account/RecentProductsPage.tsx')],
  helpCenter: [() => import('./account/HelpCenterPage.tsx'), 'information'],
  legalNotice: [() => import('./account/LegalNoticePage.tsx'), 'information'],
  wishlist: [() => import('./wishlist/WishlistPage.tsx'), 'wishlist', 'drawer'],
  orders: [() => import('./orders/OrdersPage.tsx'), 'orders'],
  order: [() => import('./orders/OrderPage.tsx'), 'orders'],
};

/** A page together with its words. */
export async function loadAccountPage(name: AccountRoute): Promise<PageModule> {
  const [load, ...words] = PAGES[name];
  const [page] = await Promise.all([load(), loadWords('account'), ...words.map(loadWords)]);
  return page;
}
