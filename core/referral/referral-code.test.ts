import { expect, test } from 'vitest';
import { normalizeReferralCode } from './referral-code.ts';

test.each(['AR1FHSN2', 'ar1f-hsn2', ' AR1F HSN2 '])('reads %j as one code (docs/readings.md#46)', (text) =>
  expect(normalizeReferralCode(text)).toBe('AR1FHSN2'),
);
