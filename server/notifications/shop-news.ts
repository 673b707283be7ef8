/**
 * Mails the shop new orders and cancellation requests, at once or in a digest every hour (`SHOP_MAIL_TO`,
 * `SHOP_MAIL_DIGEST`). An order that waits for its online payment is news once it is paid.
 */
import { formatDateTime, formatSlot } from '@shop/core/dates';
import { textIn } from '@shop/core/lang';
import { formatMoney } from '@shop/core/money';
import { DAY_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { EventOf } from '../events.ts';
import { enqueue, type JobData } from '../jobs/jobs.ts';
import { cancellationsOfOrders } from '../orders/cancellation/cancellations.sql.ts';
import { type OrderRow, ordersById } from '../orders/orders.sql.ts';
import type { Mail } from '../partners/mail/mailer.ts';
import { inTransaction } from '../transaction.ts';
import { composePlainMail, requireHeaderText, type ShopFacts } from './mail-parts.ts';
import { formatMailText } from './mail-texts.ts';
import * as sql from './shop-news.sql.ts';

type NewsItem = { about: 'order' | 'cancellation'; order_id: string };
/** `id`: of the order or the request. */
type NewsEvent = NewsItem & { id: string };
export type ShopNewsJob = Extract<JobData['mail'], { about: 'shop.news' | 'shop.digest' }>;

/** Retention of news that is in a digest. */
const RETENTION_MS = 7 * DAY_MS;

async function addNews(ctx: Ctx, { id, about, order_id }: NewsEvent): Promise<void> {
  const { to, isDigest } = ctx.shop.shopMail;
  if (to.length === 0) return;
  if (isDigest) await ctx.db.write(sql.insertNews, [uuidV7(ctx.now), about, order_id, ctx.now]);
  else await enqueue(ctx, 'mail', { about: 'shop.news', of: about, order_id, id });
}

/** Adds the news of an order that does not wait for an online payment, or is now to be paid on delivery. */
export async function addPlacedOrder(ctx: Ctx, event: EventOf<'order.placed' | 'order.pays_cash'>): Promise<void> {
  if (event.mail !== null) await addNews(ctx, { about: 'order', order_id: event.order_id, id: event.order_id });
}

export const addPaidOrder = (ctx: Ctx, { order_id }: EventOf<'order.paid'>): Promise<void> =>
  addNews(ctx, { about: 'order', order_id, id: order_id });

export async function addCancellation(
  ctx: Ctx,
  { cancellation_id: id, order_id, state }: EventOf<'cancellation.changed'>,
): Promise<void> {
  if (state === 'requested') await addNews(ctx, { about: 'cancellation', order_id, id });
}

/**
 * Enqueues a mail with the news since the last digest, if there is any. Part of the hourly job. Returns the number of
 * news.
 */
export function sendDigest(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const digest_id = uuidV7(ctx.now);
    const taken = await ctx.db.rows(sql.takeNews, [digest_id]);
    if (taken.length > 0) await enqueue(ctx, 'mail', { about: 'shop.digest', digest_id });
    await ctx.db.write(sql.removeNews, [new Date(ctx.now.getTime() - RETENTION_MS)]);
    return taken.length;
  });
}

/** Writes the line of a placed order. */
export function formatOrderLine(order: OrderRow): string {
  const { order_number: number, shipping_address, slot_starts_at, slot_ends_at } = order;
  const slot =
    slot_starts_at === null || slot_ends_at === null
      ? textIn('en', order.delivery_method_en, order.delivery_method_zh)
      : formatSlot({ starts_at: slot_starts_at, ends_at: slot_ends_at }, 'en');
  return formatMailText('en', 'shop_news.order_line', {
    number,
    slot,
    total: formatMoney(order.grand_total),
    method: order.payment_method_en,
    count: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    place: [shipping_address.zip, shipping_address.city].filter(Boolean).join(' '),
    time: formatDateTime(order.created_at, 'en'),
  });
}

/** Writes the line of a cancellation request. */
export const formatCancellationLine = (order_number: string, reason: string): string =>
  formatMailText('en', 'shop_news.cancellation_line', { number: order_number, reason: reason.replace(/\s+/g, ' ') });

type NewsLine = { line: string; about: NewsItem['about'] };

/** Writes one line for each piece of news; none if its order or request is no longer found. */
async function composeLines(ctx: Ctx, news: readonly NewsItem[]): Promise<NewsLine[]> {
  const ids = [...new Set(news.map(({ order_id }) => order_id))];
  const [orders, requests] = await Promise.all([
    ctx.db.rows(ordersById, [ids]),
    ctx.db.rows(cancellationsOfOrders, [ids]),
  ]);
  return news.flatMap((each): NewsLine[] => {
    const order = orders.find(({ id }) => id === each.order_id);
    const request = requests.find(({ order_id }) => order_id === each.order_id);
    if (order === undefined) return [];
    const { about } = each;
    if (about === 'order') return [{ about, line: formatOrderLine(order) }];
    return request === undefined ? [] : [{ about, line: formatCancellationLine(order.order_number, request.reason) }];
  });
}

/** Composes the mail of one piece of news, or of a digest; null without news, or if `SHOP_MAIL_TO` is now empty. */
export async function composeShopNews(ctx: Ctx, job: ShopNewsJob, settings: ShopFacts): Promise<Mail | null> {
  const { to } = ctx.shop.shopMail;
  const news: readonly NewsItem[] =
    job.about === 'shop.digest'
      ? await ctx.db.rows(sql.newsOfDigest, [job.digest_id])
      : [{ about: job.of, order_id: job.order_id }];
  const lines = await composeLines(ctx, news);
  return to.length === 0 || lines.length === 0 ? null : composeShopNewsMail(job, lines, to, settings);
}

/** Composes the mail to the shop, in English. */
export function composeShopNewsMail(
  job: ShopNewsJob,
  lines: readonly NewsLine[],
  to: readonly string[],
  settings: ShopFacts,
): Mail {
  const countLines = (of: NewsItem['about']) => lines.filter(({ about }) => about === of).length;
  const counts = { orders: countLines('order'), cancellations: countLines('cancellation') };
  const title =
    job.about === 'shop.digest'
      ? formatMailText('en', 'shop_news.digest', counts)
      : formatMailText('en', job.of === 'order' ? 'shop_news.order' : 'shop_news.cancellation');
  const shop = textIn('en', settings.site_title.en, settings.site_title.zh);
  const texts = lines.map(({ line, about }) =>
    job.about === 'shop.digest' && about === 'cancellation'
      ? `${formatMailText('en', 'shop_news.cancellation')}: ${line}`
      : line,
  );
  return {
    to: requireHeaderText(to.join(', ')),
    subject: requireHeaderText(formatMailText('en', 'titled.subject', { shop, title })),
    ...composePlainMail('en', title, settings, [...texts, formatMailText('en', 'shop_news.how')], { small: [] }),
    messageId: job.about === 'shop.digest' ? `shop-digest.${job.digest_id}` : `shop-${job.of}.${job.id}`,
  };
}
