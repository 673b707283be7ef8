/** Explains in steps how a referral works (docs/ux.md#rule-36). */
import { formatMoney } from '@shop/core/money';
import { useT } from '../i18n/MessagesProvider.tsx';
import { formatCount } from '../loyalty/amount-text.ts';
import { useReferralOffer } from './use-referral-offer.ts';

export function ReferSteps() {
  const t = useT();
  const offer = useReferralOffer();
  if (offer === null) return null;
  const { percent, cap, promotions, coins, points, vouchers } = offer;
  const friendTexts = [
    ...(percent === 0
      ? []
      : [
          cap === null
            ? t('referral.step_2_text', { percent })
            : t('referral.step_2_cap', { percent, cap: formatMoney(cap) }),
        ]),
    ...(promotions.length === 0 ? [] : [t('referral.step_2_offers', { offers: promotions.join(' + ') })]),
  ];
  const rewards = [
    ...(coins > 0 ? [t('referral.reward_coins', { count: formatCount(coins), amount: formatMoney(coins) })] : []),
    ...(points > 0 ? [t('loyalty.points_count', { count: formatCount(points) })] : []),
    ...vouchers.map((voucher) => t('referral.reward_voucher', voucher)),
  ];
  const steps = [
    { title: t('referral.step_1'), text: t('referral.step_1_text'), rewards: [] },
    {
      title: t('referral.step_2'),
      text: friendTexts.length === 0 ? t('referral.step_2_plain') : friendTexts.join(' '),
      rewards: [],
    },
    ...(rewards.length === 0 ? [] : [{ title: t('referral.step_3'), text: t('referral.step_3_text'), rewards }]),
  ];
  return (
    <section aria-labelledby="refer-steps" className="grid gap-3">
      <h2 id="refer-steps" className="text-lg">
        {t('referral.steps')}
      </h2>
      <ol className="grid gap-3 md:grid-cols-3">
        {steps.map(({ title, text, rewards }, index) => (
          <li key={title} className="grid content-start gap-1 rounded-xl border border-line bg-surface p-4">
            <span
              className="grid size-9 place-items-center rounded-pill bg-pandan-100 font-display font-bold text-action-strong"
              aria-hidden
            >
              {index + 1}
            </span>
            <h3 className="mt-1 text-md">{title}</h3>
            <p className="text-sm text-ink-2">{text}</p>
            {rewards.length > 0 && (
              <ul className="grid list-disc gap-1 ps-5 text-sm text-ink-2">
                {rewards.map((reward) => (
                  <li key={reward}>{reward}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-3">{t('referral.rules')}</p>
    </section>
  );
}
