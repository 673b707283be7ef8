import type { TrackedOrder } from '@shop/contract/orders';
import { formatDateTime } from '@shop/core/dates';
import { formatOrderStatus, formatPaymentStatus, listOtherEntries } from '@shop/core/orders/status';
import { useLang } from '../i18n/MessagesProvider.tsx';

/**
 * Lists changes that the timeline does not show, such as changes of only the payment, with their times, newest first.
 */
export function OrderHistory({ history }: Pick<TrackedOrder, 'history'>) {
  const lang = useLang();
  const changes = listOtherEntries(history).map((entry) => {
    const { status, payment_status, at, note } = entry;
    const previousEntry = history[history.indexOf(entry) - 1];
    const isPayment = status === previousEntry?.status && payment_status !== previousEntry.payment_status;
    return { label: isPayment ? formatPaymentStatus(payment_status, lang) : formatOrderStatus(status, lang), at, note };
  });
  return (
    <ol className="grid gap-2 text-sm">
      {changes.toReversed().map(({ label, at, note }) => (
        <li key={`${label} ${at}`} className="flex flex-wrap justify-between gap-x-4">
          <span>
            <span className="font-semibold">{label}</span>
            {note && <span className="block text-ink-2">{note}</span>}
          </span>
          <time dateTime={new Date(at).toISOString()} className="text-ink-3">
            {formatDateTime(at, lang)}
          </time>
        </li>
      ))}
    </ol>
  );
}
