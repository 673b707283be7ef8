/** The menu of My Account: a column on wide screens, folded on phones. An entry appears when its page does (readings 20). */
import { ACCOUNT_PAGES, type AccountPage, accountPath, logoutPath } from '@shop/core/links/paths';
import { useLocation } from 'react-router';
import { type PlainKey, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { useTokenScope } from '../session.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icon-names.ts';

const ENTRIES: Readonly<Record<AccountPage, { name: PlainKey; icon: IconName }>> = {
  profile: { name: 'account.profile', icon: 'user' },
  orders: { name: 'account.orders', icon: 'package' },
  addressBook: { name: 'account.address_book', icon: 'map-pin' },
  wishlist: { name: 'account.wishlist', icon: 'heart' },
  recentProducts: { name: 'account.recent', icon: 'clock' },
  preferredPayment: { name: 'account.payment', icon: 'money' },
  changePassword: { name: 'account.password', icon: 'lock-simple' },
  logins: { name: 'account.logins', icon: 'shield-check' },
  accountSettings: { name: 'account.settings', icon: 'gear' },
  helpCenter: { name: 'account.help', icon: 'question' },
  legalNotice: { name: 'account.legal', icon: 'info' },
};

/** Whether a page, or one below it, is shown; the profile, above them all, is only itself. */
function isHere(page: AccountPage, pathname: string): boolean {
  const path = accountPath(page);
  return pathname === path || (page !== 'profile' && pathname.startsWith(`${path}/`));
}

function Entries() {
  const t = useT();
  const pathname = useLocation().pathname.replace(/\/+$/, '');
  const signedIn = useTokenScope() !== 'guest';
  return (
    <ul className="grid gap-0.5 py-2 lg:py-0">
      {ACCOUNT_PAGES.map((page) => {
        const here = isHere(page, pathname);
        return (
          <li key={page}>
            <LangLink
              to={accountPath(page)}
              aria-current={here ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunken',
                here ? 'bg-pandan-50 text-action-strong' : 'text-ink-2',
              )}
            >
              <Icon name={ENTRIES[page].icon} className="size-5" />
              {t(ENTRIES[page].name)}
            </LangLink>
          </li>
        );
      })}
      {signedIn && (
        <li className="mt-1 border-t border-line pt-1">
          <LangLink
            to={logoutPath()}
            className="flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold text-ink-2 hover:bg-sunken"
          >
            <Icon name="sign-out" className="size-5" directional />
            {t('account.sign_out')}
          </LangLink>
        </li>
      )}
    </ul>
  );
}

export function AccountMenu() {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('account.menu')} className="no-print">
      {/* Another page folds it again. */}
      <details key={pathname} className="group rounded-lg border border-line bg-surface px-2 lg:hidden">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between px-2 font-semibold">
          {t('account.to_menu')}
          <Icon name="caret-down" className="size-5 text-ink-2 group-open:rotate-180" />
        </summary>
        <Entries />
      </details>
      <div className="sticky top-[calc(var(--h-header)+1.5rem)] hidden lg:block">
        <Entries />
      </div>
    </nav>
  );
}
