/** Shows how long the chosen delivery slot is still held, and announces it a few times (docs/readings.md#52). */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { formatHoldTime, roundAnnouncedMinutes } from './hold-time.ts';
import { useTimeLeft } from './use-time-left.ts';

type SlotHoldProps = {
  /** ISO 8601; null once the hold has been cleared. */
  until: string | null;
  /** Holds the slot again after the hold has expired; without it there is no button. */
  onRenew?: () => void;
};

export function SlotHold({ until, onRenew }: SlotHoldProps) {
  const t = useT();
  const msLeft = useTimeLeft(until);
  const minutes = roundAnnouncedMinutes(msLeft);
  const isOver = msLeft === 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      <p className="flex items-start gap-1.5 tabular-nums">
        <Icon name="clock" className="mt-0.5 size-4" />
        <span aria-hidden>
          {isOver ? t('checkout.slot_hold_over') : t('checkout.slot_held', { time: formatHoldTime(msLeft) })}
        </span>
      </p>
      <span role="status" className="sr-only">
        {isOver ? t('checkout.slot_hold_over') : t('checkout.slot_held_minutes', { count: minutes })}
      </span>
      {isOver && onRenew !== undefined && (
        <Button kind="quiet" size="compact" className="-ms-3" onClick={onRenew}>
          {t('checkout.slot_hold_again')}
        </Button>
      )}
    </div>
  );
}
