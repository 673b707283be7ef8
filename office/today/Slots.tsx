import { formatTimeSpan } from '@shop/core/dates';
import { ORDER_STATUSES } from '@shop/core/orders/status';
import { Link } from 'react-router';
import { useLang, useText } from '../i18n/text.ts';
import { buildListAddress } from './list-link.ts';
import { rateFullness, type TodaySlot } from './slot-text.ts';

/** Order states in a bar, from the last to the first. */
const BAR_STATUSES = ORDER_STATUSES.filter((status) => status !== 'canceled').toReversed();
/** Minimum share of a bar at which a part has room for its label. */
const MIN_LABEL_SHARE = 0.22;

const isShown = ({ ends_at, orders, taken }: TodaySlot, now: Date) =>
  new Date(ends_at) > now ? taken > 0 || orders.length > 0 : orders.some(({ status }) => status !== 'complete');

/** The day's slots, each as a bar of its orders by state. */
export function Slots({ slots, now }: { slots: readonly TodaySlot[]; now: Date }) {
  const t = useText();
  const shownSlots = slots.filter((slot) => isShown(slot, new Date(now)));
  const hasMethods = new Set(shownSlots.map(({ method }) => method.code)).size > 1;
  return (
    <section className="card" aria-labelledby="slots">
      <h2 id="slots">{t('today.slots')}</h2>
      {shownSlots.length === 0 && <p className="quiet">{t('today.slots_none')}</p>}
      {shownSlots.map((slot) => (
        <SlotBar key={slot.id} slot={slot} now={now} hasMethod={hasMethods} />
      ))}
      {shownSlots.length > 0 && <p className="quiet small later">{t('today.slots_hint')}</p>}
    </section>
  );
}

function SlotBar({ slot, now, hasMethod }: { slot: TodaySlot; now: Date; hasMethod: boolean }) {
  const t = useText();
  const lang = useLang();
  const { taken, capacity, method, late } = slot;
  const all = slot.orders.reduce((sum, { count }) => sum + count, 0);
  const places = Math.max(capacity, all, 1);
  const fullness = rateFullness(slot, now);
  const words = { free: 'today.taken', soon: 'today.full_soon', full: 'today.full' } as const;
  return (
    <div className="slot">
      <div className="slot-name">
        <b>{formatTimeSpan(slot.starts_at, slot.ends_at, lang)}</b>
        {hasMethod && <div className="quiet small">{method.name}</div>}
      </div>
      <div className="slot-bar">
        {BAR_STATUSES.flatMap((status) => slot.orders.filter((part) => part.status === status)).map((part) => {
          const text = t('today.part', { count: part.count, status: t(`status.${part.status}`) });
          const share = part.count / places;
          return (
            <Link
              key={part.status}
              className={`slot-part slot-${part.status}`}
              style={{ flexGrow: part.count, flexBasis: 0 }}
              to={buildListAddress(part.list)}
              title={text}
              aria-label={text}
            >
              {share < MIN_LABEL_SHARE ? part.count : text}
            </Link>
          );
        })}
        {places > all && <span style={{ flexGrow: places - all, flexBasis: 0 }} />}
      </div>
      <div className="slot-taken">
        <span className={fullness === 'free' ? undefined : 'minus'}>{t(words[fullness], { taken, capacity })}</span>
        {late.count > 0 && (
          <Link className="minus" to={buildListAddress(late.list)}>
            {t('today.late_part', { count: late.count })}
          </Link>
        )}
      </div>
    </div>
  );
}
