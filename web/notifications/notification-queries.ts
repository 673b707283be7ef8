/** Queries of notifications, and changes to them that also update every unread count. */
import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import type { Notification } from '@shop/contract/notifications';
import type { Lang } from '@shop/core/lang';
import type { InboxTab } from '@shop/core/notifications/kinds';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Me } from '../account/me.ts';
import { api } from '../api/api.ts';
import { langQuery, personalPages, personalQuery, type Scope } from '../api/query-client.ts';
import { isSignedIn } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { toast } from '../ui/toasts/toast.ts';

type NotificationList = ResponseOf<'notifications.list'>;

/** Queries the customer's notifications page by page, newest first. */
export const notificationPages = (lang: Lang, scope: Scope, tab: InboxTab | null) =>
  personalPages('notifications.list', lang, { query: { limit: '20', ...(tab !== null && { tab }) } }, scope);

export const notificationSettingsQuery = (lang: Lang, scope: Scope) =>
  personalQuery('notifications.settings', lang, {}, scope, 0);

const LIST_QUERIES = { queryKey: ['notifications.list'] };

/** Changes the unread count in the header and the account menu. */
export function updateUnreadCount(queries: QueryClient, count: (unread: number) => number): void {
  queries.setQueriesData<{ me: Me }>({ queryKey: ['identity.me'] }, (response) => {
    if (response === undefined) return undefined;
    const unread_notifications = Math.max(0, count(response.me.unread_notifications));
    return { me: { ...response.me, unread_notifications } };
  });
}

type InboxChange = {
  list: (all: Notification[]) => Notification[];
  count: (unread: number) => number;
};

/** Changes the notifications in all loaded lists, and the unread count in the header and the account menu. */
function showChange(queries: QueryClient, { list, count }: InboxChange): void {
  const change = (page: NotificationList): NotificationList => ({
    ...page,
    data: list(page.data),
    unread: count(page.unread),
  });
  queries.setQueriesData<InfiniteData<NotificationList, number>>(
    LIST_QUERIES,
    (pages) => pages && { ...pages, pages: pages.pages.map(change) },
  );
  updateUnreadCount(queries, count);
}

/** The maximum number of ids in one request (contract/notifications.ts). */
const MAX_IDS_PER_REQUEST = 100;

type NotificationChanges = {
  /** Marks an opened notification as read, even while its link leaves the document. */
  markRead(notification: Notification): Promise<void>;
  /** Marks all as read and returns the ids of those that were unread; null after a failure. */
  markAllRead(): Promise<string[] | null>;
  markUnread(ids: readonly string[]): Promise<void>;
  /** Removes a notification, even while the shopper leaves the page. */
  remove(notification: Notification): Promise<void>;
};

/**
 * Returns functions that change notifications. Each change shows at once; if it fails, the lists show the server's
 * state again.
 */
export function useNotificationChanges(): NotificationChanges {
  const t = useT();
  const queries = useQueryClient();
  const query = langQuery(useLang());
  const pendingCount = useRef(0);

  /** Shows and sends a change; returns null if the request failed. */
  async function send<Response extends { unread: number }>(
    call: () => Promise<Response>,
    change: InboxChange,
    failureText = t('account.failed'),
  ): Promise<Response | null> {
    pendingCount.current += 1;
    // Sends before anything else, because the shopper may be leaving the page.
    const outcome = call().catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    // Cancels running requests of lists, whose responses may lack this change.
    await queries.cancelQueries(LIST_QUERIES);
    showChange(queries, change);
    const response = await outcome;
    pendingCount.current -= 1;
    const isRefused = response instanceof ApiError;
    if (isRefused) toast(response.message || failureText, { kind: 'error' });
    if (pendingCount.current === 0) {
      if (isRefused) void queries.invalidateQueries({ queryKey: ['identity.me'] });
      else updateUnreadCount(queries, () => response.unread);
      void queries.invalidateQueries(LIST_QUERIES);
    }
    return isRefused ? null : response;
  }

  const setRead = (read_at: Date | null, ids?: readonly string[]) => (all: Notification[]) =>
    all.map((each) => (ids === undefined || ids.includes(each.id) ? { ...each, read_at } : each));

  return {
    async markRead({ id, read_at }) {
      if (read_at !== null) return;
      await send(() => api('notifications.read', { body: { ids: [id] }, query }, { keepalive: true }), {
        list: setRead(new Date(), [id]),
        count: (unread) => unread - 1,
      });
    },
    async markAllRead() {
      const call = () => api('notifications.read', { body: { all: true }, query });
      return (await send(call, { list: setRead(new Date()), count: () => 0 }))?.ids ?? null;
    },
    async markUnread(ids) {
      const call = async () => {
        let response = { unread: 0 };
        for (let at = 0; at < ids.length; at += MAX_IDS_PER_REQUEST) {
          const body = { ids: ids.slice(at, at + MAX_IDS_PER_REQUEST), read: false };
          response = await api('notifications.read', { body, query });
        }
        return response;
      };
      await send(call, { list: setRead(null, ids), count: (unread) => unread + ids.length });
    },
    async remove({ id, read_at }) {
      // The page is also left by signing out.
      if (!isSignedIn()) return;
      await send(
        () => api('notifications.remove', { params: { id }, query }, { keepalive: true }),
        {
          list: (all) => all.filter((each) => each.id !== id),
          count: (unread) => (read_at === null ? unread - 1 : unread),
        },
        t('notifications.remove_failed'),
      );
    },
  };
}
