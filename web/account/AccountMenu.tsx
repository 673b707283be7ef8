/** Menu of My Account: a column on wide screens, folded on phones. Lists only existing pages (docs/readings.md#20). */
import { ACCOUNT_PAGES, type AccountPageName, accountPath, LOYALTY_PAGES, logoutPath } from '@shop/core/links/paths';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import { type PlainKey, useT } from '../i18n/MessagesProvider.tsx';
import { useAppView } from '../identity/app-view.ts';
import { useSession } from '../identity/signed-in-customer.tsx';
import { LangLink } from '../links.tsx';
import { useLoyalty } from '../loyalty/use-loyalty.ts';
import { CountBadge } from '../ui/CountBadge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

type MenuEntryLabel = {
  name: PlainKey;
  icon: IconName;
  /** Draws a separator above the entry: orders, security and help are separate groups. */
  apart?: boolean;
};

const MENU_ENTRIES: Readonly<Record<AccountPageName, MenuEntryLabel>> = {
  profile: { name: 'account.profile', icon: 'user' },
  orders: { name: 'account.orders', icon: 'package' },
  notifications: { name: 'account.notifications', icon: 'bell' },
  // docs/spec.md §2 "Other menu entries: … Wallets Activity … My Referrals"
  wallet: { name: 'account.wallet', icon: 'coins' },
  ownVouchers: { name: 'account.vouchers', icon: 'ticket' },
  referToFriend: { name: 'account.referrals', icon: 'users-three' },
  addressBook: { name: 'account.address_book', icon: 'map-pin' },
  wishlist: { name: 'account.wishlist', icon: 'heart' },
  recentProducts: { name: 'account.recent', icon: 'clock' },
  preferredPayment: { name: 'account.payment', icon: 'money' },
  changePassword: { name: 'account.password', icon: 'lock-simple', apart: true },
  logins: { name: 'account.logins', icon: 'shield-check' },
  accountSettings: { name: 'account.settings', icon: 'gear' },
  helpCenter: { name: 'account.help', icon: 'question', apart: true },
  legalNotice: { name: 'account.legal', icon: 'info' },
};

/**
 * Returns whether the page, or a page below it, is the current one. The profile's path begins all others, so only
 * its exact path matches.
 */
function isCurrentPage(page: AccountPageName, pathname: string): boolean {
  const path = accountPath(page);
  return pathname === path || (page !== 'profile' && pathname.startsWith(`${path}/`));
}

type MenuEntryProps = { to: string; icon: IconName; isCurrent?: boolean; apart?: boolean; children: ReactNode };

function MenuEntry({ to, icon, isCurrent = false, apart = false, children }: MenuEntryProps) {
  return (
    <li className={classNames(apart && 'mt-1 border-t border-line pt-1')}>
      <LangLink
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunken',
          isCurrent ? 'bg-pandan-50 text-action-strong' : 'text-ink-2',
        )}
      >
        <Icon name={icon} className="size-5" directional={icon === 'sign-out'} />
        {children}
      </LangLink>
    </li>
  );
}

/** Shows the number of unread notifications at the end of their entry. */
function UnreadCount() {
  const t = useT();
  const count = useSession().me?.unread_notifications ?? 0;
  if (count === 0) return null;
  return (
    <>
      <VisuallyHidden>{t('notifications.unread_count', { count })}</VisuallyHidden>
      <CountBadge count={count} className="ms-auto" />
    </>
  );
}

function MenuEntries() {
  const t = useT();
  const pathname = useLocation().pathname.replace(/\/+$/, '');
  const signedIn = useTokenScope() !== 'guest';
  const hasLoyalty = useLoyalty() !== null;
  const inApp = useAppView();
  return (
    <ul className="grid gap-0.5 py-2 lg:py-0">
      {ACCOUNT_PAGES.filter((page) => hasLoyalty || !LOYALTY_PAGES.includes(page)).map((page) => {
        const { name, icon, apart } = MENU_ENTRIES[page];
        return (
          <MenuEntry
            key={page}
            to={accountPath(page)}
            icon={icon}
            apart={apart}
            isCurrent={isCurrentPage(page, pathname)}
          >
            {t(name)}
            {page === 'notifications' && <UnreadCount />}
          </MenuEntry>
        );
      })}
      {/* docs/spec.md §2 "Other menu entries: … Account Removal" */}
      <MenuEntry to={`${accountPath('accountSettings')}#${REMOVAL_ANCHOR}`} icon="trash">
        {t('account.removal')}
      </MenuEntry>
      {/* docs/spec.md §2 "Logout only when signed in … hidden inside the app web view" */}
      {signedIn && !inApp && (
        <MenuEntry to={logoutPath()} icon="sign-out" apart>
          {t('account.sign_out')}
        </MenuEntry>
      )}
    </ul>
  );
}

/** Anchor of the card in the settings that deletes the account. */
export const REMOVAL_ANCHOR = 'removal';

export function AccountMenu() {
  const t = useT();
  const { key } = useLocation();
  return (
    <nav aria-label={t('account.menu')} className="no-print">
      {/* A new key after each navigation folds the menu. */}
      <details key={key} className="group rounded-lg border border-line bg-surface px-2 lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-2 font-semibold">
          <Icon name="list" className="size-5 text-ink-2" />
          {t('account.to_menu')}
          <Icon name="caret-down" className="ms-auto size-5 text-ink-2 group-open:rotate-180" />
        </summary>
        <MenuEntries />
      </details>
      <div className="sticky top-[calc(var(--h-header)+1.5rem)] hidden lg:block">
        <MenuEntries />
      </div>
    </nav>
  );
}
