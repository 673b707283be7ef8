/**
 * Shows the progress of the cart towards free shipping, as a bar and as text (docs/spec.md §5 "Free-shipping progress",
 * docs/ux.md#rule-24).
 */
import type { FreeShippingInfo } from '@shop/contract/cart';
import {
  computeFreeShippingProgress,
  formatFreeShippingNotice,
  showsFreeShippingBar,
} from '@shop/core/delivery/free-shipping';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

/** The share of the free-shipping minimum from which the cart suggests cheap add-ons. */
const NEAR_GOAL_SHARE = 0.8;

const DEFAULT_VISIBILITY = { hide_in_cart: false, hide_in_topbar: false };

/** Returns the amount left to free shipping in sen, once most of it is reached; else null. */
export function findAmountLeftNearGoal(info: FreeShippingInfo): number | null {
  const progress = computeFreeShippingProgress(info);
  if (info.eligible_for_free_shipping || progress?.by !== 'amount') return null;
  return progress.value >= progress.max * NEAR_GOAL_SHARE ? progress.max - progress.value : null;
}

export function FreeShippingBar({ info, place = 'cart' }: { info: FreeShippingInfo; place?: 'cart' | 'topbar' }) {
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  if (!showsFreeShippingBar(info, place, settings?.free_shipping ?? DEFAULT_VISIBILITY)) return null;
  const isReached = info.eligible_for_free_shipping;
  const progress = computeFreeShippingProgress(info);
  const text = formatFreeShippingNotice(info, lang);
  return (
    <div
      className={classNames(
        'grid gap-2 rounded-lg border p-4',
        isReached ? 'border-action bg-pandan-50' : 'border-line bg-paper',
      )}
    >
      <p className="flex items-center gap-2 text-sm font-semibold">
        <Icon
          key={isReached ? 'done' : 'on the way'}
          name={isReached ? 'check-circle-fill' : 'truck'}
          className={classNames('size-5', isReached ? 'animate-bump text-action' : 'text-ink-2')}
        />
        {text}
      </p>
      {isReached ? (
        <ProgressBar value={1} label={text} />
      ) : (
        progress !== null && <ProgressBar value={progress.value} max={progress.max} label={text} />
      )}
    </div>
  );
}
