/**
 * Shows the track of an order's statuses, drawn as a seam that is stitched up to the current one (docs/ux.md#rule-34).
 * Horizontal, or vertical where the steps do not fit side by side.
 */
import type { TrackedOrder } from '@shop/contract/orders';
import { formatMonthDay, formatTime } from '@shop/core/dates';
import { buildTimeline, findStatusEntry, formatOrderStatus, type TimelineStep } from '@shop/core/orders/status';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';

type OrderStep = TimelineStep<TrackedOrder['created_at']>;

/** Draws the seam to the next step. */
function Seam({ isDone }: { isDone: boolean }) {
  return (
    <>
      <span
        aria-hidden
        className={classNames('absolute start-[11px] top-7 bottom-1 xs:hidden', isDone ? 'stitch-v' : 'w-0.5 bg-line')}
      />
      <span
        aria-hidden
        className={classNames(
          'absolute start-[calc(50%+16px)] top-[11px] w-[calc(100%-32px)] max-xs:hidden',
          isDone ? 'stitch' : 'h-0.5 bg-line',
        )}
      />
    </>
  );
}

function StatusDisc({ status, state }: OrderStep) {
  const isCanceled = status === 'canceled';
  const isUnderWay = state === 'current' && !isCanceled && status !== 'complete';
  return (
    <span
      aria-hidden
      className={classNames(
        'relative grid size-6 place-items-center rounded-pill border-2',
        state === 'ahead' && 'border-line bg-surface',
        state !== 'ahead' && !isCanceled && 'border-action bg-action text-on-action',
        isCanceled && 'border-danger bg-danger text-paper',
        state === 'current' && 'animate-bump',
        isUnderWay && 'outline-6 outline-pandan-100',
      )}
    >
      {isUnderWay && <span className="size-2 rounded-pill bg-on-action" />}
      {state !== 'ahead' && !isUnderWay && <Icon name={isCanceled ? 'x' : 'check'} className="size-3.5" />}
    </span>
  );
}

export function OrderTimeline({ order }: { order: Pick<TrackedOrder, 'status' | 'history'> }) {
  const t = useT();
  const lang = useLang();
  const steps = buildTimeline(order.status, order.history);
  const notes = steps.flatMap(({ status }) => {
    const note = findStatusEntry(status, order.history)?.note;
    return note ? [{ status, note }] : [];
  });
  return (
    <div className="grid gap-3">
      <ol aria-label={t('orders.timeline')} className="grid xs:auto-cols-fr xs:grid-flow-col">
        {steps.map((step, index) => {
          const next = steps[index + 1];
          return (
            <li
              key={step.status}
              aria-current={step.state === 'current' ? 'step' : undefined}
              className="relative grid grid-cols-[1.5rem_1fr] gap-x-3 pb-5 last:pb-0 xs:grid-cols-1 xs:content-start xs:justify-items-center xs:gap-y-2 xs:pb-0"
            >
              {next !== undefined && <Seam isDone={next.state !== 'ahead'} />}
              <StatusDisc {...step} />
              <div className={classNames('min-w-0 xs:text-center', step.state === 'ahead' && 'text-ink-3')}>
                <p
                  className={classNames(
                    'font-semibold xs:text-2xs sm:text-sm',
                    step.status === 'canceled' && 'text-danger',
                  )}
                >
                  {formatOrderStatus(step.status, lang)}
                  {step.state === 'ahead' && <span className="sr-only"> {t('orders.ahead')}</span>}
                </p>
                {step.at !== null && (
                  <time
                    dateTime={new Date(step.at).toISOString()}
                    className="flex flex-wrap gap-x-1 text-2xs leading-4 whitespace-nowrap text-ink-3 xs:flex-col xs:items-center"
                  >
                    <span>{formatMonthDay(step.at, lang)}</span> <span>{formatTime(step.at, lang)}</span>
                  </time>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {notes.map(({ status, note }) => (
        <p key={status} className="text-sm text-ink-2 xs:px-4">
          <span className="font-semibold text-ink">{formatOrderStatus(status, lang)}</span>{' '}
          <span dir="auto">{note}</span>
        </p>
      ))}
    </div>
  );
}
