/** Top of /my-account: greeting, wallets, last order and shortcuts. */

import { formatDate } from '@shop/core/dates';
import { type AccountPageName, accountPath, bestSellersPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import emptySack from '../art/sack-empty.svg?no-inline';
import wavingSack from '../art/sack-waving.svg?no-inline';
import { type PlainKey, useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { WalletSummary } from '../loyalty/wallet/WalletSummary.tsx';
import { OrderCard, OrderCardSkeleton } from '../orders/OrderCard.tsx';
import { ordersPages } from '../orders/order-queries.ts';
import { buttonClass } from '../ui/Button.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Me } from './me.ts';

function Greeting({ me }: { me: Me }) {
  const t = useT();
  const lang = useLang();
  return (
    <header className="forest-panel flex items-center justify-between gap-4 rounded-2xl p-6 lg:p-8">
      <div className="relative grid min-w-0 gap-1">
        <h1 dir="auto" className="text-2xl break-words lg:text-3xl">
          {t('account.hello', { name: me.display_name })}
        </h1>
        <p className="text-white/85">{t('account.since', { when: formatDate(me.created_at, lang) })}</p>
      </div>
      <img
        src={wavingSack}
        alt=""
        width={96}
        height={96}
        className="relative hidden size-24 shrink-0 rounded-pill bg-kunyit-200 p-2 xs:block"
      />
    </header>
  );
}

const SHORTCUTS: readonly { page: AccountPageName; name: PlainKey; text: PlainKey; icon: IconName }[] = [
  { page: 'addressBook', name: 'account.address_book', text: 'account.address_text', icon: 'map-pin' },
  { page: 'wishlist', name: 'account.wishlist', text: 'account.wishlist_text', icon: 'heart' },
  { page: 'recentProducts', name: 'account.recent', text: 'account.recent_text', icon: 'clock' },
  { page: 'accountSettings', name: 'account.settings', text: 'account.settings_text', icon: 'gear' },
];

function Shortcuts() {
  const t = useT();
  return (
    <nav aria-label={t('account.shortcuts')}>
      <ul className="grid grid-cols-2 gap-3 lg:h-full">
        {SHORTCUTS.map(({ page, name, text, icon }) => (
          <li key={page}>
            <LangLink
              to={accountPath(page)}
              className="press grid h-full content-start gap-2 rounded-xl border border-line bg-surface p-4 hover:border-edge"
            >
              <span className="grid size-11 place-items-center rounded-pill bg-pandan-100 text-action-strong">
                <Icon name={icon} />
              </span>
              <span>
                <b className="block">{t(name)}</b>
                <span className="block text-sm text-ink-2">{t(text)}</span>
              </span>
            </LangLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoOrder() {
  const t = useT();
  return (
    <div className="flex items-center gap-4 rounded-xl border border-line bg-surface p-5">
      <img src={emptySack} alt="" width={96} height={96} className="size-24 shrink-0" />
      <div className="grid justify-items-start gap-2">
        <h3 className="text-md">{t('orders.none')}</h3>
        <LangLink to={bestSellersPath()} className={buttonClass('primary', 'compact')}>
          {t('account.to_best_sellers')}
        </LangLink>
      </div>
    </div>
  );
}

function LastOrder() {
  const t = useT();
  const { data, isError, refetch } = useInfiniteQuery(ordersPages(useLang(), useTokenScope()));
  const order = data?.pages[0]?.data[0];
  return (
    <section className="grid grid-rows-[auto_1fr] gap-3" aria-labelledby="last-order">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="last-order" className="text-lg">
          {t('account.last_order')}
        </h2>
        {order !== undefined && (
          <LangLink
            to={accountPath('orders')}
            className="flex min-h-11 items-center text-sm font-semibold text-action-strong underline underline-offset-4"
          >
            {t('account.all_orders')}
          </LangLink>
        )}
      </div>
      {order !== undefined && <OrderCard order={order} level={3} />}
      {data !== undefined && order === undefined && <NoOrder />}
      {data === undefined && (isError ? <ErrorBlock onRetry={() => void refetch()} /> : <OrderCardSkeleton />)}
    </section>
  );
}

export function AccountOverview({ me }: { me: Me }) {
  return (
    <>
      <Greeting me={me} />
      <WalletSummary wallets={me.wallets} />
      <div className="grid gap-5 xl:grid-cols-[7fr_5fr]">
        <LastOrder />
        <Shortcuts />
      </div>
    </>
  );
}

/** Skeleton of greeting, last order, shortcuts and form. */
export function OverviewSkeleton() {
  return (
    <div className="grid gap-5" aria-hidden>
      <Skeleton className="h-32 rounded-2xl" />
      <div className="grid gap-5 xl:grid-cols-[7fr_5fr]">
        <Skeleton className="h-56 rounded-xl" />
        <Skeleton className="h-56 rounded-xl" />
      </div>
      <Skeleton className="h-72 rounded-xl" />
    </div>
  );
}
