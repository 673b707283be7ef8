/** Timeline of an order's status, drawn as a seam that is stitched up to the current status (docs/ux.md#rule-34). */
import type { TrackedOrder } from '@shop/contract/orders';
import { dateTimeText } from '@shop/core/dates';
import { buildTimeline, findStatusEntry, formatOrderStatus } from '@shop/core/orders/status';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';

export function OrderTimeline({ order }: { order: Pick<TrackedOrder, 'status' | 'history'> }) {
  const t = useT();
  const lang = useLang();
  const steps = buildTimeline(order.status, order.history);
  const noteOf = (status: TrackedOrder['status']) => findStatusEntry(status, order.history)?.note;
  return (
    <ol aria-label={t('orders.timeline')}>
      {steps.map((step, index) => {
        const canceled = step.status === 'canceled';
        const reached = step.state !== 'ahead';
        const next = steps[index + 1];
        const note = noteOf(step.status);
        return (
          <li
            key={step.status}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="relative grid grid-cols-[1.5rem_1fr] gap-x-3 pb-6 last:pb-0"
          >
            {next !== undefined && (
              <span
                aria-hidden
                className={classNames(
                  'absolute start-[11px] top-6 bottom-0',
                  next.state === 'ahead' ? 'w-px bg-line' : 'stitch-v',
                )}
              />
            )}
            <span
              aria-hidden
              className={classNames(
                'relative grid size-6 place-items-center rounded-pill border-2',
                !reached && 'border-line bg-surface',
                reached && !canceled && 'border-action bg-action text-on-action',
                canceled && 'border-danger bg-danger text-paper',
                step.state === 'current' && 'animate-bump',
              )}
            >
              {reached && <Icon name={canceled ? 'x' : 'check'} className="size-3.5" />}
            </span>
            <div className={classNames(!reached && 'text-ink-3')}>
              <p className={classNames('text-[1rem] font-semibold', canceled && 'text-danger')}>
                {formatOrderStatus(step.status, lang)}
                {step.state === 'ahead' && <span className="sr-only"> {t('orders.ahead')}</span>}
              </p>
              {step.at !== null && (
                <p className="text-xs text-ink-3">
                  <time dateTime={new Date(step.at).toISOString()}>{dateTimeText(step.at, lang)}</time>
                </p>
              )}
              {note && <p className="text-sm text-ink-2">{note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
