/** What a customer hears by which channel: topics × channels (docs/readings.md#60). */
import type { TopicSettings } from '@shop/contract/notifications';
import { textIn } from '@shop/core/lang';
import {
  CHANNELS,
  type Channel,
  kindsOfTopic,
  NOTIFICATION_KINDS,
  TOPIC_NAMES,
  TOPICS,
  type Topic,
} from '@shop/core/notifications/kinds';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { lockRows, statement } from '../db/database.ts';
import { type CustomerRow, lockCustomer } from '../identity/identity.sql.ts';
import { loadMe, noteConsent, requireCustomer } from '../identity/identity.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { canSendKind } from './channels.ts';

const NAMES: Readonly<Record<Topic, { en: string; zh: string }>> = {
  orders: { en: 'Orders and payments', zh: '订单与付款' },
  rewards: { en: 'Points, vouchers and tiers', zh: '积分、礼券与会员等级' },
  alerts: { en: 'Back in stock and price drops', zh: '到货与降价' },
  security: { en: 'Account security', zh: '账户安全' },
  marketing: { en: 'Offers and news', zh: '优惠与资讯' },
};

/** docs/spec.md §8 'Notification settings updated'. */
export const SETTINGS_UPDATED = { en: 'Notification settings updated', zh: '通知设置已更新' } as const;

const choicesOf = statement(
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
  kindsOfTopic(topic).some(
    (kind) =>
      (NOTIFICATION_KINDS[kind].channels as readonly Channel[]).includes(channel) && canSendKind(ctx, channel, kind),
  );

/** Reads the settings. Marketing is off on every channel without consent, which is its only source. */
export async function readNotificationSettings(ctx: Ctx): Promise<TopicSettings[]> {
  const { id, marketing_consent } = await loadMe(ctx);
  const off = new Set(
    (await ctx.db.rows(choicesOf, [id])).flatMap(({ topic, channel, enabled }) =>
      enabled ? [] : [`${topic} ${channel}`],
    ),
  );
  const isOn = (topic: Topic, channel: Channel): boolean =>
    TOPICS[topic].locked || (!off.has(`${topic} ${channel}`) && (topic !== 'marketing' || marketing_consent));
  return TOPIC_NAMES.map((topic) => ({
    topic,
    name: textIn(ctx.lang, NAMES[topic].en, NAMES[topic].zh),
    locked: TOPICS[topic].locked,
    channels: Object.fromEntries(
      CHANNELS.map((channel) => [channel, hasChannel(ctx, topic, channel) ? isOn(topic, channel) : null]),
    ) as TopicSettings['channels'],
  }));
}

export type TopicChange = { topic: Topic; channels: { [Name in Channel]?: boolean | null | undefined } };

type Choice = { topic: Topic; channel: Channel; enabled: boolean };

/** Lists a change's channels that have a value. */
const listChosen = ({ topic, channels }: TopicChange): Choice[] =>
  CHANNELS.flatMap((channel) => {
    const enabled = channels[channel];
    return enabled == null ? [] : [{ topic, channel, enabled }];
  });

/**
 * Records consent to marketing if a channel is on after the choices, and withdraws it if none is; returns the choices to
 * save. With a new consent the channels that were not switched on stay off. A withdrawal leaves no choices, so that a
 * later consent, which the profile also takes, switches every channel on.
 */
async function saveConsent(
  ctx: Ctx,
  { id, marketing_consent }: CustomerRow,
  choices: readonly Choice[],
): Promise<readonly Choice[]> {
  const settings = await readNotificationSettings(ctx);
  const before = settings.find(({ topic }) => topic === 'marketing')?.channels;
  const after = new Map(CHANNELS.map((channel) => [channel, before?.[channel] === true]));
  for (const { channel, enabled } of choices) after.set(channel, enabled);
  const isGiven = [...after.values()].includes(true);
  if (isGiven !== marketing_consent) await noteConsent(ctx, id, 'marketing', isGiven);
  if (isGiven) return [...after].map(([channel, enabled]) => ({ topic: 'marketing', channel, enabled }));
  await ctx.db.write(clearChoices, [id, 'marketing']);
  return [];
}

/**
 * Saves choices; topics and channels that are left out, or null, stay. Marketing on any channel records consent, on
 * none withdraws it. Refuses `notifications.locked` for a locked topic that is switched off.
 */
export function saveNotificationSettings(ctx: Ctx, changes: readonly TopicChange[]): Promise<TopicSettings[]> {
  const { id } = requireCustomer(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [customer] = await lockRows(ctx.db, lockCustomer, [id]);
    if (customer === undefined) return refuse('auth.token_invalid');
    const chosen = changes.flatMap(listChosen);
    for (const { topic, enabled } of chosen) {
      if (TOPICS[topic].locked && !enabled) {
        refuse('notifications.locked', { topic: textIn(ctx.lang, NAMES[topic].en, NAMES[topic].zh) });
      }
    }
    const choices = chosen.filter(({ topic, channel }) => !TOPICS[topic].locked && hasChannel(ctx, topic, channel));
    const others = choices.filter(({ topic }) => topic !== 'marketing');
    const offers = choices.filter(({ topic }) => topic === 'marketing');
    const saved = offers.length === 0 ? others : [...others, ...(await saveConsent(ctx, customer, offers))];
    // Of two choices of a channel the last one counts.
    const last = new Map(saved.map((choice) => [`${choice.topic} ${choice.channel}`, choice]));
    if (last.size > 0) await ctx.db.write(saveChoices, [id, JSON.stringify([...last.values()])]);
    return readNotificationSettings(ctx);
  });
}
