import { expect, test } from 'vitest';
import { findTierForSpend, type Membership, reviewTier } from './tiers.ts';

const TIERS = [
  { id: 'benih', qualifying_spend: 0 },
  { id: 'tunas', qualifying_spend: 300_00 },
  { id: 'padi', qualifying_spend: 1_000_00 },
];
const now = new Date('2026-11-22T02:00:00Z');
const member = (tier_id: string, since: string, until: string | null): Membership => ({
  tier_id,
  since: new Date(since),
  until: until === null ? null : new Date(until),
});

test.each([
  [0, 'benih'],
  [299_99, 'benih'],
  [300_00, 'tunas'],
  [5_000_00, 'padi'],
])('a spend of %d sen reaches %s', (spend, tier) => expect(findTierForSpend(TIERS, spend)?.id).toBe(tier));

const NEW = member('benih', '2026-01-01', null);
const TUNAS = member('tunas', '2026-03-01', '2027-03-01');
const PADI_OVER = member('padi', '2025-11-01', '2026-11-01');

test.each([
  ['is reached at once, for twelve months', NEW, 300_00, 300_00, 'tunas', '2027-11-22'],
  ['stays until the end of its period although spend falls', TUNAS, 10_00, 400_00, 'tunas', '2027-03-01'],
  ['is lost when what reached it is refunded', TUNAS, 250_00, 250_00, 'benih', undefined],
  ['falls at the end of its period', PADI_OVER, 350_00, 1_200_00, 'tunas', '2027-11-22'],
  ['is renewed at the end of its period', PADI_OVER, 1_100_00, 2_000_00, 'padi', '2027-11-22'],
  ['of someone without spend stays the lowest', NEW, 0, 0, 'benih', undefined],
] as const)('a tier %s', (_, membership, spent, spentForTier, tier_id, until) => {
  const nextMembership = reviewTier(TIERS, membership, { spent, spentForTier, now });
  expect([nextMembership.tier_id, nextMembership.until?.toISOString().slice(0, 10)]).toEqual([tier_id, until]);
});
