/**
 * /my-account/notification: the inbox, newest first, by day. Its tab lives in the URL (docs/spec.md §2 "account
 * areas").
 */

import type { Notification } from '@shop/contract/notifications';
import { formatDay } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';
import { notificationSettingsPath } from '@shop/core/links/paths';
import { INBOX_TABS, type InboxTab } from '@shop/core/notifications/kinds';
import { DAY_MS, dayOf } from '@shop/core/time';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountPage } from '../account/AccountFrame.tsx';
import { useTokenScope } from '../api/tokens.ts';
import stitchedSack from '../art/sack-stitched.svg?no-inline';
import { type T, useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { NotificationRow, type NotificationRowProps, RemovedNotification } from './NotificationRow.tsx';
import { notificationPages, updateUnreadCount, useNotificationChanges } from './notification-queries.ts';

const PAGE_TABS = ['all', ...(Object.keys(INBOX_TABS) as InboxTab[])] as const;
type PageTab = (typeof PAGE_TABS)[number];

const LIST_CLASSES = 'overflow-hidden rounded-xl border border-line';
const ROW_CLASSES = 'border-t border-line first:border-0';

/** Reads the tab from the URL, and returns a function that changes it there. */
function useTab(): [PageTab, (tab: PageTab) => void] {
  const [params, setParams] = useSearchParams();
  const tab = PAGE_TABS.find((each) => each === params.get('tab')) ?? 'all';
  const choose = (next: PageTab) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'all') after.delete('tab');
        else after.set('tab', next);
        return after;
      },
      { preventScrollReset: true, replace: true },
    );
  return [tab, choose];
}

type CreatedAt = Notification['created_at'];
/** Notifications of one day in Malaysia; `moment` is the time of the newest. */
type InboxDay = { moment: CreatedAt; notifications: Map<string, Notification> };

/**
 * Groups notifications by day. Drops duplicates, because new notifications shift earlier ones onto the next page.
 */
function groupByDay(all: readonly Notification[]): [key: string, InboxDay][] {
  const days = new Map<string, InboxDay>();
  for (const each of all) {
    const key = dayOf(each.created_at);
    const day = days.get(key) ?? { moment: each.created_at, notifications: new Map() };
    days.set(key, day);
    day.notifications.set(each.id, each);
  }
  return [...days];
}

function formatDayHeading(moment: CreatedAt, t: T, lang: Lang): string {
  const day = dayOf(moment);
  if (day === dayOf(Date.now())) return t('notifications.today');
  if (day === dayOf(Date.now() - DAY_MS)) return t('notifications.yesterday');
  return formatDay(moment, lang);
}

/**
 * Shows a notification, or the undo button after its removal. If the focused one is replaced, focuses its replacement.
 */
function NotificationItem({ notification, onOpen, onRemove }: NotificationRowProps) {
  const item = useRef<HTMLLIElement>(null);
  const [isRemoved, setRemoved] = useState(false);
  const wasRemoved = useRef(isRemoved);
  useEffect(() => {
    if (wasRemoved.current === isRemoved) return;
    wasRemoved.current = isRemoved;
    if (document.activeElement === document.body) item.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isRemoved]);
  return (
    <li ref={item} className={ROW_CLASSES}>
      {isRemoved ? (
        <RemovedNotification onUndo={() => setRemoved(false)} onEnd={onRemove} />
      ) : (
        <NotificationRow notification={notification} onOpen={onOpen} onRemove={() => setRemoved(true)} />
      )}
    </li>
  );
}

/** Marks all notifications as read; pressing again undoes it. */
function ReadAllButton({ unread }: { unread: number }) {
  const t = useT();
  const changes = useNotificationChanges();
  const [readIds, setReadIds] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const canUndo = unread === 0 && readIds.length > 0;
  async function run(): Promise<void> {
    setBusy(true);
    if (canUndo) await changes.markUnread(readIds);
    setReadIds(canUndo ? [] : ((await changes.markAllRead()) ?? []));
    setBusy(false);
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-1">
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {canUndo && t('notifications.all_read')}
      </p>
      {(unread > 0 || canUndo || busy) && (
        <Button
          kind="quiet"
          size="compact"
          className={canUndo ? undefined : '-ms-4'}
          busy={busy}
          onClick={() => void run()}
        >
          {t(canUndo ? 'cart.undo' : 'notifications.read_all')}
        </Button>
      )}
    </div>
  );
}

function NoNotifications({ tab, onAll }: { tab: PageTab; onAll: () => void }) {
  const t = useT();
  if (tab === 'all') {
    return (
      <EmptyState art={stitchedSack} title={t('notifications.none')}>
        {t('notifications.none_text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art={stitchedSack}
      title={t('notifications.none')}
      action={
        <Button kind="secondary" onClick={onAll}>
          {t('notifications.show_all')}
        </Button>
      }
    >
      {t('notifications.none_in_tab')}
    </EmptyState>
  );
}

function RowsSkeleton() {
  return (
    <div className="grid gap-3" aria-hidden>
      <Skeleton className="h-6 w-24" />
      <div className={LIST_CLASSES}>
        {['a', 'b', 'c', 'd'].map((row) => (
          <div key={row} className={`${ROW_CLASSES} flex gap-3 bg-surface p-4 lg:gap-4 lg:p-5`}>
            <Skeleton className="size-12 shrink-0 rounded-pill" />
            <div className="grid flex-1 gap-2 py-1">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-4 w-16" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function InboxSkeleton() {
  return (
    <>
      <div className="grid gap-3" aria-hidden>
        <Skeleton className="h-12 max-w-xs rounded-pill" />
        <Skeleton className="ms-auto h-11 w-28" />
      </div>
      <RowsSkeleton />
    </>
  );
}

function Inbox() {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const [tab, setTab] = useTab();
  const list = useInfiniteQuery(notificationPages(lang, useTokenScope(), tab === 'all' ? null : tab));
  const changes = useNotificationChanges();
  const { data, isError, refetch } = list;
  const unread = data?.pages.at(-1)?.unread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every response has the current count
  useEffect(() => {
    if (unread !== undefined) updateUnreadCount(queries, () => unread);
  }, [queries, data, unread]);
  const days = groupByDay(data?.pages.flatMap((page) => page.data) ?? []);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segments
          label={t('notifications.filter')}
          value={tab}
          options={PAGE_TABS.map((value) => ({ value, label: t(`notifications.tab_${value}`) }))}
          onChange={setTab}
        />
        <div className="flex flex-1 items-center justify-between gap-x-4 sm:justify-end">
          <ReadAllButton unread={unread ?? 0} />
          <LangLink
            to={notificationSettingsPath()}
            className="flex min-h-11 items-center gap-2 text-sm font-semibold text-action-strong underline-offset-4 hover:underline"
          >
            <Icon name="gear" className="size-5" />
            {t('notifications.to_settings')}
          </LangLink>
        </div>
      </div>
      {data === undefined && (isError ? <ErrorBlock onRetry={() => void refetch()} /> : <RowsSkeleton />)}
      {data !== undefined && days.length === 0 && <NoNotifications tab={tab} onAll={() => setTab('all')} />}
      {days.map(([key, { moment, notifications }]) => (
        <section key={key} className="grid grid-cols-1 gap-2">
          <h2 className="text-md">{formatDayHeading(moment, t, lang)}</h2>
          <ul className={LIST_CLASSES}>
            {[...notifications.values()].map((each) => (
              <NotificationItem
                key={each.id}
                notification={each}
                onOpen={() => void changes.markRead(each)}
                onRemove={() => void changes.remove(each)}
              />
            ))}
          </ul>
        </section>
      ))}
      <LoadMore list={list} />
    </>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.notifications')} skeleton={<InboxSkeleton />}>
      {(me) => <Inbox key={me.id} />}
    </AccountPage>
  );
}
