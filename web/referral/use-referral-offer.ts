import type { WalletKind } from '@shop/core/loyalty/wallet';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { tiersQuery } from '../loyalty/loyalty-queries.ts';
import { listCurrentRules } from '../loyalty/tiers/listed-earn-rules.ts';
import { useLoyalty } from '../loyalty/use-loyalty.ts';

/**
 * Returns the rewards of a referral for friend and referrer, with the coins and points of a customer's own tier; null
 * in a shop without loyalty.
 */
export function useReferralOffer() {
  const scope = useTokenScope();
  const loyalty = useLoyalty();
  const { data } = useQuery({ ...tiersQuery(useLang(), scope), enabled: scope !== 'guest' });
  if (loyalty === null) return null;
  const rules = data && listCurrentRules(data).filter(({ action }) => action === 'referral');
  const findAmount = (kind: WalletKind) => rules?.find((rule) => rule.kind === kind)?.amount ?? 0;
  return {
    coins: rules ? findAmount('store_credit') : loyalty.referral_coins,
    points: rules ? findAmount('point') : loyalty.referral_points,
    vouchers: loyalty.referral_vouchers,
    percent: loyalty.referral_percent,
    cap: loyalty.referral_cap,
    promotions: loyalty.referral_promotions,
  };
}
