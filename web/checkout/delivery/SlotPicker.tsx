/** Picks a delivery slot: first a day, then a time, each with its price and availability. */
import type { Shipping, Slot } from '@shop/contract/delivery';
import { formatDay, formatTimeSpan } from '@shop/core/dates';
import { formatMoney } from '@shop/core/money';
import { useEffect, useRef, useState } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { RadioCard } from '../../ui/forms/RadioCard.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ScrollRow } from '../../ui/ScrollRow.tsx';
import { findNearDay, isDayFull, isSlotOpen, listDeliveryDays } from './delivery-days.ts';

type SlotPickerProps = {
  method: Pick<Shipping, 'slots' | 'holidays'>;
  chosen: string | null;
  onChoose: (slot: Slot) => void;
};

/** Shows the number of places left from this number down. */
const FEW_PLACES = 5;

/** Scrolls a row to center its selected chip as far as possible, so that no scroll arrow covers it. */
function centerSelected(row: HTMLElement | null): void {
  const chip = row?.querySelector('[aria-pressed="true"]');
  const rail = chip?.parentElement;
  if (chip == null || rail == null) return;
  const [at, around] = [chip.getBoundingClientRect(), rail.getBoundingClientRect()];
  rail.scrollBy({ left: at.left + at.width / 2 - around.left - around.width / 2 });
}

export function SlotPicker({ method, chosen, onChoose }: SlotPickerProps) {
  const t = useT();
  const lang = useLang();
  const days = listDeliveryDays(method.slots, method.holidays);
  const [now] = useState(() => new Date());
  const [pickedDay, setPickedDay] = useState<string | null>(null);
  const dayOfChosen = days.find((day) => day.slots.some(({ id }) => id === chosen));
  const firstOpenDay = days.find((day) => day.slots.some(isSlotOpen));
  const day = days.find(({ key }) => key === pickedDay) ?? dayOfChosen ?? firstOpenDay ?? days[0];

  const dayRow = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another day is selected
  useEffect(() => centerSelected(dayRow.current), [day?.key]);

  const formatDayName = (moment: string) => {
    const nearDay = findNearDay(moment, now);
    return nearDay === null ? formatDay(moment, lang) : t(nearDay === 'today' ? 'checkout.today' : 'checkout.tomorrow');
  };
  /** Returns the slot's fee and, if only a few places are left, their number. */
  const formatNote = (slot: Slot) => {
    if (!isSlotOpen(slot)) return t('checkout.slot_full');
    const fee = slot.fee > 0 ? t('checkout.slot_fee', { amount: formatMoney(slot.fee) }) : t('checkout.slot_no_fee');
    const { places_left } = slot;
    const hasFewPlaces = places_left !== null && places_left <= FEW_PLACES;
    return hasFewPlaces ? `${fee} · ${t('checkout.slot_few', { count: places_left })}` : fee;
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 text-md font-bold">{t('checkout.slot')}</legend>
      <div ref={dayRow} className="min-w-0">
        <ScrollRow as="div" className="-mx-4 gap-2 px-4 py-0.5 sm:-mx-6 sm:px-6">
          {days.map((each) => (
            <Chip
              key={each.key}
              selected={each === day}
              className={isDayFull(each) && each !== day ? 'bg-sunken text-ink-3' : ''}
              onClick={() => setPickedDay(each.key)}
            >
              {formatDayName(`${each.key}T00:00:00+08:00`)}
              {isDayFull(each) && ` · ${t('checkout.slot_full')}`}
            </Chip>
          ))}
        </ScrollRow>
      </div>
      {day?.holiday != null && (
        <p className="flex items-start gap-1.5 text-sm text-ink-2">
          <Icon name="info" className="mt-0.5 size-4" />
          {t(day.slots.length === 0 ? 'checkout.closed_day' : 'checkout.partly_closed_day', { reason: day.holiday })}
        </p>
      )}
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {day?.slots.map((slot) => (
          <RadioCard
            key={slot.id}
            name="delivery_slot"
            value={slot.id}
            checked={slot.id === chosen}
            disabled={!isSlotOpen(slot)}
            onChange={() => onChoose(slot)}
            title={formatTimeSpan(slot.starts_at, slot.ends_at, lang)}
            note={formatNote(slot)}
          />
        ))}
      </div>
    </fieldset>
  );
}
