/** The inbox: a customer's notifications of the last 180 days (docs/spec.md §3 "Notification", §7). */
import type { ListQuery } from '@shop/contract/list-query';
import type { Notification } from '@shop/contract/notifications';
import type { Lang } from '@shop/core/lang';
import {
  INBOX_TABS,
  type InboxTab,
  KIND_NAMES,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { requireCustomer } from '../identity/identity.ts';
import { type ListPage, mapPage, toPage } from '../lists/list-page.ts';
import { pageRange, requireSearch, requireSorts } from '../lists/parse-list.ts';
import { imageUrls } from '../media/image-urls.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { describeNotification } from './inbox-texts.ts';
import { notificationFacts } from './notification-data.ts';

/** Counting stops here: a bell shows 99+. */
const MAX_COUNTED = 1_000;

const inboxRow = v.intersect([
  v.object({
    id: v.string(),
    order_id: v.nullable(v.string()),
    action_url: v.nullable(v.string()),
    image: v.nullable(v.string()),
    read_at: v.nullable(v.date()),
    created_at: v.date(),
  }),
  notificationFacts,
]);
type InboxRow = v.InferOutput<typeof inboxRow>;

const INBOX_COLUMNS = 'id, kind, data, order_id, action_url, image, read_at, created_at';

/** SQL condition: the notification is in the inbox of customer `$1`. */
const IN_INBOX = 'customer_id = $1 and in_inbox and removed_at is null';
/** SQL condition: it is in that inbox, of one of the kinds $2, and unread if $3. */
const IS_LISTED = `${IN_INBOX} and kind = any($2::text[]) and (not $3::boolean or read_at is null)`;

/** Makes the statement that reads a page of the inbox of customer $1: $4 rows after skipping $5. */
const buildPageStatement = (name: string, direction: 'asc' | 'desc') =>
  statement(
    name,
    inboxRow,
    `select ${INBOX_COLUMNS} from notifications where ${IS_LISTED}
     order by created_at ${direction}, id ${direction} limit $4 offset $5`,
  );
const newest = buildPageStatement('notifications.newest', 'desc');
const oldest = buildPageStatement('notifications.oldest', 'asc');

const countListed = statement(
  'notifications.countListed',
  v.object({ total: v.number() }),
  `select count(*)::int as total from notifications where ${IS_LISTED}`,
);

/** Counts the unread notifications of customer $1, up to a maximum. */
const unreadCount = statement(
  'notifications.countUnread',
  v.object({ unread: v.number() }),
  `select count(*)::int as unread from (
     select from notifications where ${IN_INBOX} and read_at is null limit ${MAX_COUNTED}) counted`,
);

const inboxNotification = statement(
  'notifications.find',
  inboxRow,
  `select ${INBOX_COLUMNS} from notifications where id = $2 and ${IN_INBOX}`,
);

/** Counts how many of the ids $2 are in the inbox of customer $1. */
const countInInbox = statement(
  'notifications.countIn',
  v.object({ count: v.number() }),
  `select count(*)::int as count from notifications where id = any($2::uuid[]) and ${IN_INBOX}`,
);

/** Marks those of the ids $2 that are unread as read at $3; null marks those that are read as unread. */
const markIds = statement(
  'notifications.mark',
  v.object({ id: v.string() }),
  `update notifications set read_at = $3 where id = any($2::uuid[]) and ${IN_INBOX}
     and (read_at is null) = ($3::timestamptz is not null) returning id`,
);

const markAll = statement(
  'notifications.markAll',
  v.object({ id: v.string() }),
  `update notifications set read_at = $2 where ${IN_INBOX} and read_at is null returning id`,
);

const removeFromInbox = statement(
  'notifications.removeFromInbox',
  v.object({ id: v.string() }),
  `update notifications set removed_at = $3 where id = $2 and ${IN_INBOX} returning id`,
);

/** Builds a notification for its reader. */
export function notificationView(row: InboxRow, lang: Lang): Notification {
  const { id, kind, order_id, action_url, image, read_at, created_at } = row;
  return {
    ...{ id, kind, ...describeNotification(row, lang) },
    action: NOTIFICATION_KINDS[kind].action,
    action_data: order_id === null ? {} : { order_id },
    ...{ action_url, image: image === null ? null : imageUrls(image), read_at, created_at },
  };
}

/** Counts a customer's unread notifications, up to a thousand. */
export async function countUnread(ctx: Ctx, customer_id: string): Promise<number> {
  return (await ctx.db.row(unreadCount, [customer_id]))?.unread ?? 0;
}

/** Lists the kinds that match a list's tab and search; refuses unknown fields. Free text is the name of a kind. */
function readKinds(query: ListQuery, tab: InboxTab | undefined): NotificationKind[] {
  const { terms, free, join } = requireSearch(query, { kind: ['=', 'in'] });
  const sought = [
    ...terms.map(({ value }) => value.split(',').map((each) => each.trim())),
    ...free.map((each) => [each]),
  ];
  const topics: readonly string[] | null = tab === undefined ? null : INBOX_TABS[tab];
  const keyword = query.keyword?.trim();
  return KIND_NAMES.filter(
    (kind) =>
      (topics === null || topics.includes(NOTIFICATION_KINDS[kind].topic)) &&
      (!keyword || keyword === kind) &&
      (sought.length === 0 ||
        (join === 'and' ? sought.every((each) => each.includes(kind)) : sought.some((each) => each.includes(kind)))),
  );
}

type InboxQuery = ListQuery & { unread?: boolean | undefined; tab?: InboxTab | undefined };

/** Lists the inbox, newest first, with the list pattern, and the number of unread notifications. Three statements. */
export async function listInbox(ctx: Ctx, query: InboxQuery): Promise<ListPage<Notification> & { unread: number }> {
  const { id } = requireCustomer(ctx);
  const [sort] = requireSorts(query, ['created_at']);
  const { limit, offset } = pageRange(query);
  const filter = [id, readKinds(query, query.tab), query.unread === true];
  const [rows, counted, unread] = await Promise.all([
    ctx.db.rows(sort?.direction === 'asc' ? oldest : newest, [...filter, limit, offset]),
    ctx.db.row(countListed, filter),
    countUnread(ctx, id),
  ]);
  const listed = mapPage(toPage(rows, counted?.total ?? 0, query), (row) => notificationView(row, ctx.lang));
  return { ...listed, unread };
}

/** Finds a notification of the customer's inbox. Refuses `request.not_found`. */
export async function readNotification(ctx: Ctx, id: string): Promise<Notification> {
  const row = await ctx.db.row(inboxNotification, [requireCustomer(ctx).id, id]);
  return row === null ? refuse('request.not_found') : notificationView(row, ctx.lang);
}

type MarkRequest = { all: true } | { ids: readonly string[]; read: boolean };

/**
 * Marks notifications as read or unread. Returns those that changed. Refuses `request.not_found`, and marks none, if
 * one is not in the customer's inbox.
 */
export function markNotifications(ctx: Ctx, request: MarkRequest): Promise<{ unread: number; ids: string[] }> {
  const { id } = requireCustomer(ctx);
  return inTransaction(ctx, async (ctx) => {
    if (!('all' in request)) {
      const rowCount = await ctx.db.row(countInInbox, [id, request.ids]);
      if (rowCount?.count !== new Set(request.ids).size) refuse('request.not_found');
    }
    const changed =
      'all' in request
        ? await ctx.db.rows(markAll, [id, ctx.now])
        : await ctx.db.rows(markIds, [id, request.ids, request.read ? ctx.now : null]);
    return { unread: await countUnread(ctx, id), ids: changed.map((row) => row.id) };
  });
}

/** Removes a notification from the inbox; its deliveries stay. Refuses `request.not_found`. */
export async function removeNotification(ctx: Ctx, notification_id: string): Promise<{ unread: number }> {
  const { id } = requireCustomer(ctx);
  const removed = await ctx.db.row(removeFromInbox, [id, notification_id, ctx.now]);
  if (removed === null) refuse('request.not_found');
  return { unread: await countUnread(ctx, id) };
}
