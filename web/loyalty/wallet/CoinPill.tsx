/**
 * Links to coins and vouchers in the header (docs/ux.md#2.4): shows the customer's balance; for a guest, and until the
 * customer has loaded, only the word.
 */
import { coinsPath } from '@shop/core/links/paths';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { LangLink } from '../../links.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { formatCount } from '../amount-text.ts';
import { useLoyalty } from '../use-loyalty.ts';

export function CoinPill() {
  const t = useT();
  const loyalty = useLoyalty();
  const { me } = useSession();
  if (loyalty === null) return null;
  const count = me === null ? null : formatCount(me.wallets.store_credit);
  return (
    <LangLink
      to={coinsPath()}
      aria-label={count === null ? t('loyalty.title') : t('loyalty.pill', { count })}
      className="press inline-flex min-h-11 items-center gap-1.5 rounded-pill border border-line bg-kunyit-50 px-3 text-sm font-bold text-coin-ink tabular-nums hover:border-edge"
    >
      <Icon name="coins-fill" className="size-5" />
      {count ?? t('layout.coins')}
    </LangLink>
  );
}
