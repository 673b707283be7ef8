/** docs/api.md#loyalty: the pages name every reward of a referral, as it is given. */
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { makeVoucher } from '../../testing/make-voucher.ts';
import { testServer } from '../../testing/test-server.ts';
import { readReferralOffer } from './referral-offer.ts';

const server = await testServer();
const { api, db } = server;
const now = new Date();
const later = new Date(now.getTime() + 60_000);

/** Reads the offer at a time, and the time of its next change. */
async function readOfferAt(now: Date, lang: 'en' | 'zh' = 'en') {
  const cacheTags: Ctx['cacheTags'] = { products: new Set(), list: false, until: null };
  return { ...(await readReferralOffer({ db, now, lang, cacheTags })), until: cacheTags.until };
}

beforeAll(async () => {
  await db.raw(`update vouchers set is_active = false where issued_for is not null`);
  await db.raw('update promotions set is_active = false where referred_only');
});

test('GET /settings names the coins, points and vouchers for the referrer, in both languages', async () => {
  const names = { name_en: 'Thank-you voucher', name_zh: '推荐答谢礼券', issued_for: 'referral' };
  await makeVoucher(db, { ...names, code: 'OFFER1' });
  await makeVoucher(db, { ...names, code: 'OFFER2', is_active: false });
  await makeVoucher(db, { ...names, code: 'OFFER3', issued_for: 'birthday' });
  await db.raw(
    `insert into earn_rules (key, action, kind, amount, per) values ('friend-points', 'referral', 'point', 30, 'friend')`,
  );
  const offer = { referral_coins: 500, referral_points: 30 };
  expect((await api('GET', '/settings?_search=offer')).body.loyalty).toMatchObject({
    ...offer,
    referral_vouchers: [{ name: 'Thank-you voucher', value: 'RM5' }],
  });
  expect((await api('GET', '/settings?lang=zh&_search=offer')).body.loyalty).toMatchObject({
    ...offer,
    referral_vouchers: [{ name: '推荐答谢礼券', value: 'RM5' }],
  });
});

test('rules, vouchers and promotions count only while they run, and end the cached response', async () => {
  await db.raw(
    `insert into earn_rules (key, action, kind, amount, per, starts_at)
     values ('christmas', 'referral', 'store_credit', 900, 'friend', $1)`,
    [later],
  );
  await makeVoucher(db, { code: 'OFFER4', issued_for: 'referral', starts_at: later });
  expect(await readOfferAt(now)).toMatchObject({ referral_coins: 500, referral_vouchers: [{}], until: later });
  expect(await readOfferAt(later)).toMatchObject({ referral_coins: 900, referral_vouchers: [{}, {}], until: null });
});

test('a rule for a higher tier is not what a newcomer gets', async () => {
  await db.raw(
    `insert into earn_rules (key, action, tier_id, kind, amount, per)
     select 'golden', 'referral', id, 'store_credit', 5000, 'friend' from membership_tiers order by position desc limit 1`,
  );
  expect((await readOfferAt(now)).referral_coins).toBe(500);
});

test('names the friend’s percentage with its cap, and other promotions by name', async () => {
  expect(await readOfferAt(now)).toMatchObject({ referral_percent: 0, referral_cap: null, referral_promotions: [] });
  await db.raw(`insert into promotions (key, name_en, name_zh, class, benefit, referred_only) values
    ('friend-fixed', 'RM5 off with a friend', '好友减 RM5', 'order', '{"kind": "fixed", "amount": 500}', true),
    ('friend-share', 'Share', null, 'order', '{"kind": "percentage", "percent": 12, "max_amount": 1700}', true)`);
  expect(await readOfferAt(now, 'zh')).toMatchObject({
    referral_percent: 12,
    referral_cap: 1_700,
    referral_promotions: ['好友减 RM5'],
  });
});

test('GET /membership-tiers/wallet-rule-action lists the vouchers of actions', async () => {
  const { body } = await api('GET', '/membership-tiers/wallet-rule-action');
  expect(body.vouchers).toEqual([
    { action: 'referral', name: 'Thank-you voucher', value: 'RM5' },
    { action: 'birthday', name: 'Thank-you voucher', value: 'RM5' },
  ]);
});
