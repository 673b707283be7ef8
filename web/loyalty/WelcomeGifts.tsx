/** Lists what a new member gets: rewards of the first steps, the newcomer's voucher, and a friend's offer. */
import { formatShortMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { tiersQuery, vouchersQuery } from './loyalty-queries.ts';
import { listCurrentRules, useEarnText } from './tiers/listed-earn-rules.ts';
import { useLoyalty } from './use-loyalty.ts';

/** Returns the gifts, a line each; null until they have loaded. */
function useGifts(isReferred: boolean): string[] | null {
  const t = useT();
  const lang = useLang();
  const scope = useTokenScope();
  const formatEarn = useEarnText();
  const loyalty = useLoyalty();
  const { data: tiers, isError: hasTiersFailed } = useQuery(tiersQuery(lang, scope));
  const { data: vouchers, isError: hasVouchersFailed } = useQuery(vouchersQuery(lang, scope));
  if (loyalty === null) return [];
  if ((tiers === undefined && !hasTiersFailed) || (vouchers === undefined && !hasVouchersFailed)) return null;
  const { referral_percent: percent, referral_cap: cap, referral_promotions: offers } = loyalty;
  const friendGifts = [
    ...(percent === 0
      ? []
      : [
          cap === null
            ? t('gifts.friend', { percent })
            : t('gifts.friend_cap', { percent, cap: formatShortMoney(cap) }),
        ]),
    ...offers,
  ];
  const rules = tiers === undefined ? [] : listCurrentRules(tiers).filter(({ amount }) => amount > 0);
  const issuedVouchers = tiers?.vouchers ?? [];
  const freeVouchers =
    vouchers?.data.filter(({ cost, first_order_only }) => cost.amount === 0 && first_order_only) ?? [];
  return [
    ...(isReferred ? friendGifts : []),
    ...(['register', 'account', 'first_order'] as const).flatMap((action) => [
      ...rules
        .filter((rule) => rule.action === action)
        .map((rule) => t(`gifts.${action}`, { reward: formatEarn(rule) })),
      ...issuedVouchers
        .filter((voucher) => voucher.action === action)
        .map(({ value }) => t(`gifts.${action}`, { reward: t('loyalty.plus_voucher', { value }) })),
    ]),
    ...freeVouchers.map(({ name, value, conditions }) => t('gifts.voucher', { name, value: conditions[0] ?? value })),
  ];
}

/** `isReferred`: the new member comes from a friend's link. Renders nothing in a shop without gifts. */
export function WelcomeGifts({ isReferred }: { isReferred: boolean }) {
  const t = useT();
  const gifts = useGifts(isReferred);
  if (gifts === null) return <Skeleton className="h-28 rounded-lg" />;
  if (gifts.length === 0) return null;
  return (
    <section aria-label={t('gifts.title')} className="grid gap-2 rounded-lg bg-kunyit-50 p-4 text-coin-ink">
      <h2 className="flex items-center gap-2 text-md">
        <Icon name="gift" className="size-5 shrink-0" />
        {t('gifts.title')}
      </h2>
      <ul className="grid gap-1 text-sm font-semibold">
        {gifts.map((gift) => (
          <li key={gift} className="flex items-start gap-2">
            <Icon name="check" className="mt-0.5 size-4 shrink-0" />
            {gift}
          </li>
        ))}
      </ul>
    </section>
  );
}
