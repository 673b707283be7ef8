/** Shows the top of an order's page: the expected arrival, the sack that fills by status, and the track of steps. */
import type { TrackedOrder } from '@shop/contract/orders';
import { findArrivalStatus } from '@shop/core/orders/arrival';
import { formatOrderStatus, type OrderStatus } from '@shop/core/orders/status';
import sackEmpty from '../art/sack-empty.svg?no-inline';
import sackFilling from '../art/sack-filling.svg?no-inline';
import sackOpen from '../art/sack-open.svg?no-inline';
import sackPacked from '../art/sack-packed.svg?no-inline';
import sackStitched from '../art/sack-stitched.svg?no-inline';
import sackWaving from '../art/sack-waving.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';
import { OrderTimeline } from './OrderTimeline.tsx';
import { useSlotParts, useSlotText } from './use-slot-text.ts';

const STATUS_SACKS: Readonly<Record<OrderStatus, string>> = {
  pending: sackOpen,
  processing: sackFilling,
  packed: sackPacked,
  delivery: sackWaving,
  complete: sackStitched,
  canceled: sackEmpty,
};

/** Classes of the status above a larger line. */
const STATUS_CLASSES = 'block font-sans text-base font-semibold text-ink-2';

/** Shows the arrival in large type once the order is sure to be delivered; otherwise the status. */
function HeroTitle({ order }: { order: TrackedOrder }) {
  const t = useT();
  const lang = useLang();
  const slot = useSlotParts(order.delivery);
  const status = formatOrderStatus(order.status, lang);
  if (slot !== null && findArrivalStatus(order, new Date()) === 'expected') {
    return (
      <h1>
        <span className={STATUS_CLASSES}>{t('orders.status_arriving', { status })}</span>{' '}
        <span className="mt-1 block text-xl break-keep first-letter:uppercase sm:text-3xl">{slot.day}</span>{' '}
        {/* A line may break only after the dash between the hours. */}
        <span className="block text-lg break-keep sm:text-2xl">{slot.hours.replace(' – ', '\u00a0– ')}</span>
      </h1>
    );
  }
  if (order.cancellation_state === 'requested') {
    return (
      <h1>
        <span className={STATUS_CLASSES}>
          {status}
          <span className="sr-only"> ·</span>
        </span>{' '}
        <span className="block text-xl break-keep">{t('orders.cancellation_open')}</span>
      </h1>
    );
  }
  return <h1 className="text-2xl break-keep">{status}</h1>;
}

export function OrderHero({ order }: { order: TrackedOrder }) {
  const t = useT();
  const slot = useSlotText(order.delivery);
  const isLate = findArrivalStatus(order, new Date()) === 'late';
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-surface">
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)_auto] max-3xs:grid-cols-1 items-end gap-x-2 ps-5 pe-3 pt-4',
          order.status === 'canceled' ? 'bg-sunken' : 'bg-linear-to-b from-kunyit-50 to-stage-drink',
        )}
      >
        <div className="grid min-h-32 content-center gap-1 pb-5 sm:min-h-44">
          <HeroTitle order={order} />
          {isLate && slot !== null && <p className="text-ink-2">{t('orders.late', { when: slot })}</p>}
        </div>
        <img
          src={STATUS_SACKS[order.status]}
          alt=""
          width={160}
          height={160}
          className="-mb-1 size-20 sm:size-44 min-[24rem]:max-sm:size-28 max-3xs:justify-self-end"
        />
      </div>
      <div className="stitch" aria-hidden />
      <div className="px-5 py-5 xs:px-1">
        <h2 className="sr-only">{t('orders.timeline')}</h2>
        <OrderTimeline order={order} />
      </div>
    </section>
  );
}
