/** Shows "You will earn N points" for a product, a cart or an order. */
import { coinsPath } from '@shop/core/links/paths';
import { computePoints } from '@shop/core/loyalty/earn';
import type { Sen } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { tiersQuery } from '../loyalty-queries.ts';
import { useLoyalty } from '../use-loyalty.ts';
import { findOrderRate, listCurrentRules } from './listed-earn-rules.ts';

/** Hundredths in a whole: `computePoints` takes rates and multipliers in hundredths, the rules have whole points. */
const HUNDREDTHS_PER_POINT = 100;

const NOTE_CLASSES = 'flex items-start gap-2 text-sm font-semibold text-coin-ink';

/** Shows the points that a cart or an order earns; to a guest, the points that a member would earn. */
export function EarnsNote({ points }: { points: number }) {
  const t = useT();
  const isMember = useTokenScope() !== 'guest';
  const loyalty = useLoyalty();
  if (loyalty === null || points <= 0) return null;
  return (
    <p className={NOTE_CLASSES}>
      <Icon name="gift" className="size-5 shrink-0" />
      {t(isMember ? 'loyalty.earns' : 'loyalty.earns_guest', { count: points })}
    </p>
  );
}

/** Shows the points for a price at the rate of the customer's tier, before the order's other discounts. */
export function ProductEarns({ price }: { price: Sen }) {
  const t = useT();
  const scope = useTokenScope();
  const loyalty = useLoyalty();
  const { data } = useQuery({ ...tiersQuery(useLang(), scope), enabled: scope !== 'guest' });
  if (loyalty === null) return null;
  const rate = data === undefined ? loyalty.earn_rate : (findOrderRate(listCurrentRules(data)) ?? 0);
  const times = data?.current?.times ?? 1;
  const points = computePoints(
    price,
    Math.round(rate * HUNDREDTHS_PER_POINT),
    Math.round(times * HUNDREDTHS_PER_POINT),
  );
  if (points <= 0) return null;
  return (
    <LangLink to={coinsPath()} className={classNames(NOTE_CLASSES, 'min-h-8 w-fit hover:underline')}>
      <Icon name="gift" className="size-5 shrink-0" />
      {t('loyalty.earns_product', { count: points })}
    </LangLink>
  );
}
