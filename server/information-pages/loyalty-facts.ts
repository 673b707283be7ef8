/** Facts of points, coins, tiers and rewards that pages quote. All are empty while loyalty is off. Pure. */
import { type Lang, textIn } from '@shop/core/lang';
import type { RewardAction } from '@shop/core/loyalty/wallet';
import { formatMoney } from '@shop/core/money';
import type { RewardSetup, TierSetup } from '../shop-folder/parts/loyalty.ts';
import type { SetupSettings } from '../shop-folder/settings.ts';
import { formatMarkdownTable } from './markdown-table.ts';

/** The parts of the setup that the facts come from. */
export type LoyaltySetup = {
  settings: Pick<SetupSettings, 'loyalty'>;
  tiers: readonly TierSetup[];
  rewards: readonly RewardSetup[];
};

const LOYALTY_TEXTS = {
  en: {
    points: (amount: string) => (amount === '1' ? '1 point' : `${amount} points`),
    coins: (amount: number) => `${amount} coins (${formatMoney(amount)})`,
    times: (factor: string) => `${factor} times the points`,
    range: (lowest: number, highest: number) => `${lowest} to ${highest}`,
    from: (amount: string) => `${amount} or more`,
    tierHead: ['Tier', 'Spend within 12 months', 'Points per ringgit'],
    rewardHead: ['For', 'You get'],
    start: 'from the start',
    and: ' and ',
  },
  zh: {
    points: (amount: string) => `${amount} 积分`,
    coins: (amount: number) => `${amount} 金币（值 ${formatMoney(amount)}）`,
    times: (factor: string) => `${factor} 倍积分`,
    range: (lowest: number, highest: number) => `${lowest} 至 ${highest}`,
    from: (amount: string) => `满 ${amount}`,
    tierHead: ['会员等级', '12 个月内消费', '每令吉积分'],
    rewardHead: ['完成事项', '奖励'],
    start: '加入即享',
    and: '及',
  },
};

const ACTION_TEXTS: Readonly<Record<RewardAction, { en: string; zh: string }>> = {
  register: { en: 'Creating an account', zh: '注册账户' },
  welcome: { en: 'Creating an account by an outlet’s QR code', zh: '扫描分店二维码注册' },
  account: { en: 'Verifying your email and phone', zh: '验证电邮与手机号码' },
  profile: { en: 'Filling in your profile', zh: '填妥个人资料' },
  first_order: { en: 'Your first order, once it is complete', zh: '首张订单完成' },
  checkin: { en: 'A daily check-in', zh: '每日签到' },
  referral: { en: 'A friend’s first order', zh: '朋友完成首张订单' },
  birthday: { en: 'Your birthday', zh: '生日' },
};

/** Formats hundredths as a number without trailing zeros: 150 → `1.5`. */
const formatHundredths = (value: number): string => String(value / 100);

/** Describes the rewards of an action that are for every tier and not limited in time; empty if there are none. */
function describeRewards(lang: Lang, action: RewardAction, rewards: readonly RewardSetup[]): string {
  const words = LOYALTY_TEXTS[lang];
  const own = rewards.filter(
    (each) => each.action === action && each.tier === null && each.starts_at === null && each.ends_at === null,
  );
  const amounts = (kind: RewardSetup['kind']) =>
    own.filter((each) => each.kind === kind && each.per !== 'multiplier').map(({ amount }) => amount);
  const points = amounts('point');
  const coins = amounts('store_credit');
  const factor = own.find(({ per }) => per === 'multiplier');
  const [lowest, highest] = [Math.min(...points), Math.max(...points)];
  return [
    ...(points.length === 0 ? [] : [words.points(lowest === highest ? String(lowest) : words.range(lowest, highest))]),
    ...(coins.length === 0 ? [] : [words.coins(Math.max(...coins))]),
    ...(factor === undefined ? [] : [words.times(formatHundredths(factor.amount))]),
  ].join(words.and);
}

function formatTierTable(lang: Lang, tiers: readonly TierSetup[]): string {
  const words = LOYALTY_TEXTS[lang];
  return formatMarkdownTable(
    words.tierHead,
    tiers.map(({ name, qualifying_spend: spend, earn_rate }) => [
      textIn(lang, name.en, name.zh),
      spend === 0 ? words.start : words.from(formatMoney(spend)),
      formatHundredths(earn_rate),
    ]),
  );
}

/** Returns the facts by name; an action that earns nothing has an empty one. */
export function listLoyaltyFacts(
  lang: Lang,
  { settings: { loyalty }, tiers, rewards }: LoyaltySetup,
): [string, string][] {
  const earned = Object.keys(ACTION_TEXTS).map((name): [RewardAction, string] => {
    const action = name as RewardAction;
    return [action, describeRewards(lang, action, rewards)];
  });
  const rows = earned.filter(([, words]) => words !== '').map(([action, words]) => [ACTION_TEXTS[action][lang], words]);
  const facts: [string, string][] = [
    ['loyalty', 'on'],
    ['points_per_ringgit', String(loyalty.points_per_ringgit)],
    ['min_points', String(loyalty.min_points)],
    ['max_points_percent', String(loyalty.max_points_percent)],
    ['max_coins_percent', String(loyalty.max_coins_percent)],
    ['pending_days', String(loyalty.pending_days)],
    ['point_months', String(loyalty.point_months)],
    ['referrals_per_month', String(loyalty.referrals_per_month)],
    ['tiers', tiers.length === 0 ? '' : formatTierTable(lang, tiers)],
    ['rewards', rows.length === 0 ? '' : formatMarkdownTable(LOYALTY_TEXTS[lang].rewardHead, rows)],
    ...earned.map(([action, words]): [string, string] => [`reward.${action}`, words]),
  ];
  return loyalty.enabled ? facts : facts.map(([name]) => [name, '']);
}
