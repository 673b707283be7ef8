/**
 * Shows the header's menu (docs/spec.md §2): Home; signed in, My Account with Profile, Orders, Address Book and
 * Wishlist; in a shop with loyalty also coins, with vouchers signed in and the referral program signed out. "Sign in and
 * Sign up show only when signed out; Logout only when signed in. All three are hidden inside the app web view." Inside
 * Touch 'n Go its own sign-in takes their place.
 */
import {
  accountPath,
  coinsPath,
  homePath,
  logoutPath,
  ROUTES,
  referPath,
  signInPath,
  signUpPath,
} from '@shop/core/links/paths';
import { type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { useLoyalty } from '../loyalty/use-loyalty.ts';
import { useBranch } from '../mini-program/branch.ts';
import { LazyContinueWithTng } from '../mini-program/LazyContinueWithTng.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';
import { useAppView } from './app-view.ts';
import { useSession } from './signed-in-customer.tsx';

function HeaderMenuEntry({ to, icon, children }: { to: string; icon: IconName; children: ReactNode }) {
  return (
    <li>
      <LangLink to={to} className="flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunken">
        <Icon name={icon} className="size-5 text-ink-2" directional={icon === 'sign-out'} />
        {children}
      </LangLink>
    </li>
  );
}

/** Returns the path to open after signing in: this page, or '' for home on the sign-in pages. */
function useReturnPath(): string {
  const { pathname, search } = useLocation();
  const excludedPages: string[] = [ROUTES.home, ROUTES.signIn, ROUTES.signUp, ROUTES.forgetPassword, ROUTES.logout];
  return excludedPages.includes(pathname) ? '' : `${pathname}${search}`;
}

export function HeaderMenu() {
  const t = useT();
  const then = useReturnPath();
  const { isSignedIn, me } = useSession();
  const inApp = useAppView();
  const branch = useBranch();
  const groupId = useId();
  const hasLoyalty = useLoyalty() !== null;
  const home = (
    <HeaderMenuEntry to={homePath()} icon="house">
      {t('layout.home')}
    </HeaderMenuEntry>
  );
  if (!isSignedIn) {
    return (
      <div className="grid gap-2">
        <ul>
          {home}
          {hasLoyalty && (
            <>
              <HeaderMenuEntry to={coinsPath()} icon="coins">
                {t('loyalty.title')}
              </HeaderMenuEntry>
              <HeaderMenuEntry to={referPath()} icon="users-three">
                {t('referral.title')}
              </HeaderMenuEntry>
            </>
          )}
        </ul>
        {branch === 'tng' && <LazyContinueWithTng size="compact" />}
        {!inApp && (
          <>
            <LangLink to={signInPath(then)} className={buttonClass('primary', 'compact', true)}>
              {t('layout.sign_in')}
            </LangLink>
            <LangLink to={signUpPath(then)} className={buttonClass('secondary', 'compact', true)}>
              {t('identity.sign_up')}
            </LangLink>
          </>
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-1">
      <ul>{home}</ul>
      <div className="border-t border-line pt-1">
        <p id={groupId} className="px-3 pt-2 pb-1 text-sm text-ink-3">
          {t('account.my_account')}
          {me !== null && (
            <bdi dir="auto" className="block truncate font-semibold text-ink">
              {me.display_name}
            </bdi>
          )}
        </p>
        <ul aria-labelledby={groupId}>
          <HeaderMenuEntry to={accountPath('profile')} icon="user">
            {t('account.profile')}
          </HeaderMenuEntry>
          <HeaderMenuEntry to={accountPath('orders')} icon="package">
            {t('account.orders')}
          </HeaderMenuEntry>
          <HeaderMenuEntry to={accountPath('addressBook')} icon="map-pin">
            {t('account.address_book')}
          </HeaderMenuEntry>
          <HeaderMenuEntry to={accountPath('wishlist')} icon="heart">
            {t('account.wishlist')}
          </HeaderMenuEntry>
          {hasLoyalty && (
            <>
              <HeaderMenuEntry to={coinsPath()} icon="coins">
                {t('layout.coins')}
              </HeaderMenuEntry>
              <HeaderMenuEntry to={accountPath('ownVouchers')} icon="ticket">
                {t('account.vouchers')}
              </HeaderMenuEntry>
            </>
          )}
        </ul>
      </div>
      {!inApp && (
        <ul className="border-t border-line pt-1">
          <HeaderMenuEntry to={logoutPath()} icon="sign-out">
            {t('account.sign_out')}
          </HeaderMenuEntry>
        </ul>
      )}
    </div>
  );
}
