/** Statements of the news that the shop gets in a digest. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

/** Inserts a piece of news for the next digest. Values: id, about, order, time. */
export const insertNews = statement(
  'notifications.insertShopNews',
  v.object({}),
  'insert into shop_news (id, about, order_id, at) values ($1, $2, $3, $4)',
);

/**
 * Puts the news that no digest has into digest $1; no row if there is none. A concurrent process waits and finds none.
 */
export const takeNews = statement(
  'notifications.takeShopNews',
  v.object({ id: v.string() }),
  'update shop_news set digest_id = $1 where digest_id is null returning id',
);

/** Reads the news of digest $1, oldest first. */
export const newsOfDigest = statement(
  'notifications.shopNewsOfDigest',
  v.object({ about: v.picklist(['order', 'cancellation']), order_id: v.string() }),
  'select about, order_id from shop_news where digest_id = $1 order by id',
);

/** Removes news that is in a digest and older than $1. */
export const removeNews = statement(
  'notifications.removeShopNews',
  v.object({}),
  'delete from shop_news where at < $1 and digest_id is not null',
);
