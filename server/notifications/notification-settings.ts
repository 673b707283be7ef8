/** The channels by which a customer is notified of each topic (docs/readings.md#60). */
import type { TopicSettings } from '@shop/contract/notifications';
import { textIn } from '@shop/core/lang';
import {
  CHANNELS,
  type Channel,
  listKindsOfTopic,
  NOTIFICATION_KINDS,
  TOPIC_NAMES,
  TOPICS,
  type Topic,
} from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { lockRows, statement } from '../db/database.ts';
import { type CustomerRow, lockCustomer } from '../identity/identity.sql.ts';
import { loadMe, recordConsent, requireCustomer } from '../identity/identity.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { canSendKind } from './channels.ts';
import { readMailToken } from './mail-links.ts';

const TOPIC_TITLES: Readonly<Record<Topic, { en: string; zh: string }>> = {
  orders: { en: 'Orders and payments', zh: '订单与付款' },
  rewards: { en: 'Points, vouchers and tiers', zh: '积分、礼券与会员等级' },
  alerts: { en: 'Back in stock and price drops', zh: '到货与降价' },
  security: { en: 'Account security', zh: '账户安全' },
  marketing: { en: 'Offers and news', zh: '优惠与资讯' },
};

/** docs/spec.md §8 'Notification settings updated'. */
export const SETTINGS_UPDATED = { en: 'Notification settings updated', zh: '通知设置已更新' } as const;

const customerChoices = statement(
  'notifications.choices',
  v.object({ topic: v.string(), channel: v.string(), enabled: v.boolean() }),
  'select topic, channel, enabled from notification_choices where customer_id = $1',
);

/** Writes choices of customer $1, given as JSON ($2). */
const saveChoices = statement(
  'notifications.saveChoices',
  v.object({}),
  `insert into notification_choices (customer_id, topic, channel, enabled)
   select $1, c.topic, c.channel, c.enabled
   from jsonb_to_recordset($2::jsonb) as c (topic text, channel text, enabled boolean)
   on conflict (customer_id, topic, channel) do update set enabled = excluded.enabled`,
);

const clearChoices = statement(
  'notifications.clearChoices',
  v.object({}),
  'delete from notification_choices where customer_id = $1 and topic = $2',
);

/** Returns whether the shop sends anything of a topic by a channel. */
const hasChannel = (ctx: Ctx, topic: Topic, channel: Channel): boolean =>
  listKindsOfTopic(topic).some(
    (kind) =>
      (NOTIFICATION_KINDS[kind].channels as readonly Channel[]).includes(channel) && canSendKind(ctx, channel, kind),
  );

/** Reads the settings of the signed-in customer. */
export const readNotificationSettings = async (ctx: Ctx): Promise<TopicSettings[]> =>
  readTopicSettings(ctx, await loadMe(ctx));

type ConsentingCustomer = Pick<CustomerRow, 'id' | 'marketing_consent'>;

/** Reads a customer's settings. Marketing is off on every channel without consent, which is its only source. */
async function readTopicSettings(ctx: Ctx, { id, marketing_consent }: ConsentingCustomer): Promise<TopicSettings[]> {
  const off = new Set(
    (await ctx.db.rows(customerChoices, [id])).flatMap(({ topic, channel, enabled }) =>
      enabled ? [] : [`${topic} ${channel}`],
    ),
  );
  const isOn = (topic: Topic, channel: Channel): boolean =>
    TOPICS[topic].locked || (!off.has(`${topic} ${channel}`) && (topic !== 'marketing' || marketing_consent));
  return TOPIC_NAMES.map((topic) => ({
    topic,
    name: textIn(ctx.lang, TOPIC_TITLES[topic].en, TOPIC_TITLES[topic].zh),
    locked: TOPICS[topic].locked,
    channels: Object.fromEntries(
      CHANNELS.map((channel) => [channel, hasChannel(ctx, topic, channel) ? isOn(topic, channel) : null]),
    ) as TopicSettings['channels'],
  }));
}

export type TopicChange = { topic: Topic; channels: { [Name in Channel]?: boolean | null | undefined } };

type ChannelChoice = { topic: Topic; channel: Channel; enabled: boolean };

/** Lists a change's channels that have a value. */
const listChannelChoices = ({ topic, channels }: TopicChange): ChannelChoice[] =>
  CHANNELS.flatMap((channel) => {
    const enabled = channels[channel];
    return enabled == null ? [] : [{ topic, channel, enabled }];
  });

/** Reads a customer's settings of marketing. */
const readMarketing = async (ctx: Ctx, customer: ConsentingCustomer) =>
  (await readTopicSettings(ctx, customer)).find(({ topic }) => topic === 'marketing')?.channels;

/**
 * Records consent to marketing if a channel is on after the choices, and withdraws it if none is; records each change
 * of the consent to mails, too. Returns the choices to save. With a new consent, the channels that were not switched on
 * stay off. A withdrawal leaves no choices, so that a later consent, also one in the profile, switches every channel
 * on. `by`: where the customer made the choice.
 */
async function saveConsent(
  ctx: Ctx,
  customer: ConsentingCustomer,
  choices: readonly ChannelChoice[],
  by = ctx.request.platform,
): Promise<readonly ChannelChoice[]> {
  const { id, marketing_consent } = customer;
  const before = await readMarketing(ctx, customer);
  const after = new Map(CHANNELS.map((channel) => [channel, before?.[channel] === true]));
  for (const { channel, enabled } of choices) after.set(channel, enabled);
  const isGiven = [...after.values()].includes(true);
  const mails = after.get('email') === true;
  if (mails !== (before?.email === true)) await recordConsent(ctx, id, 'marketing_email', mails, by);
  if (isGiven !== marketing_consent) await recordConsent(ctx, id, 'marketing', isGiven, by);
  if (isGiven) return [...after].map(([channel, enabled]) => ({ topic: 'marketing', channel, enabled }));
  await ctx.db.write(clearChoices, [id, 'marketing']);
  return [];
}

/**
 * Saves choices; leaves missing topics, and missing or null channels, unchanged. Records consent if marketing is on for
 * any channel, and withdraws it if for none. Refuses `notifications.locked` for a locked topic that is switched off.
 */
export function saveNotificationSettings(ctx: Ctx, changes: readonly TopicChange[]): Promise<TopicSettings[]> {
  const { id } = requireCustomer(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [customer] = await lockRows(ctx.db, lockCustomer, [id]);
    if (customer === undefined) return refuse('auth.token_invalid');
    const chosen = changes.flatMap(listChannelChoices);
    for (const { topic, enabled } of chosen) {
      if (TOPICS[topic].locked && !enabled) {
        refuse('notifications.locked', { topic: textIn(ctx.lang, TOPIC_TITLES[topic].en, TOPIC_TITLES[topic].zh) });
      }
    }
    const choices = chosen.filter(({ topic, channel }) => !TOPICS[topic].locked && hasChannel(ctx, topic, channel));
    const others = choices.filter(({ topic }) => topic !== 'marketing');
    const marketingChoices = choices.filter(({ topic }) => topic === 'marketing');
    const saved =
      marketingChoices.length === 0 ? others : [...others, ...(await saveConsent(ctx, customer, marketingChoices))];
    await writeChoices(ctx, id, saved);
    return readNotificationSettings(ctx);
  });
}

/** Saves choices; of two choices of a channel the last one counts. */
async function writeChoices(ctx: Ctx, id: string, choices: readonly ChannelChoice[]): Promise<void> {
  const last = new Map(choices.map((choice) => [`${choice.topic} ${choice.channel}`, choice]));
  if (last.size > 0) await ctx.db.write(saveChoices, [id, JSON.stringify([...last.values()])]);
}

/** Finds the account of a link in a mail: the customer's, or the one that it was merged into, over several merges. */
const linkedAccount = statement(
  'notifications.linkedAccount',
  v.object({ id: v.string() }),
  `with recursive merged as (
     select $1::uuid as id
     union select m.into_customer_id from merged join account_merges m on m.from_customer_id = merged.id
   )
   select c.id from merged join customers c on c.id = merged.id and c.status = 'active' limit 1`,
);

/**
 * Withdraws the consent to marketing mails by the signed link of such a mail; leaves other channels on. Idempotent;
 * does nothing for a removed account. Refuses `alerts.link` for a token with a wrong signature.
 */
export function withdrawMarketingMail(ctx: Ctx, token: string): Promise<void> {
  const linked = readMailToken(ctx.shop.secret, 'unsubscribe', token) ?? refuse('alerts.link');
  return inTransaction(ctx, async (ctx) => {
    const account = await ctx.db.row(linkedAccount, [linked]);
    const [customer] = account === null ? [] : await lockRows(ctx.db, lockCustomer, [account.id]);
    if (customer === undefined || (await readMarketing(ctx, customer))?.email !== true) return;
    const choice = { topic: 'marketing', channel: 'email', enabled: false } as const;
    await writeChoices(ctx, customer.id, await saveConsent(ctx, customer, [choice], 'email'));
  });
}
