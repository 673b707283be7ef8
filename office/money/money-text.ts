/** Texts and tones of the states of payment attempts and refunds. */
import type { AttemptState } from '@shop/core/payments/attempt-state';
import type { RefundReason, RefundState } from '@shop/core/payments/refund-state';
import type { Text } from '../i18n/text.ts';
import type { TagTone } from '../ui/Tag.tsx';

const ATTEMPT_TONES: Readonly<Record<AttemptState, TagTone>> = {
  created: 'plain',
  sent: 'info',
  pending: 'cash',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
  paid_late: 'deal',
};
const REFUND_TONES: Readonly<Record<RefundState, TagTone>> = {
  requested: 'cash',
  approved: 'info',
  sent: 'info',
  settled: 'good',
  failed: 'bad',
  withdrawn: 'plain',
};

export const describeAttempt = (state: AttemptState, t: Text): { tone: TagTone; text: string } => ({
  tone: ATTEMPT_TONES[state],
  text: t(`attempt.${state}`),
});
export const describeRefund = (state: RefundState, t: Text): { tone: TagTone; text: string } => ({
  tone: REFUND_TONES[state],
  text: t(`refund_state.${state}`),
});
export const formatReason = (reason: RefundReason, t: Text): string => t(`refund_reason.${reason}`);
