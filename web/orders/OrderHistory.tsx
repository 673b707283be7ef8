import type { TrackedOrder } from '@shop/contract/orders';
import { dateTimeText } from '@shop/core/dates';
import { formatOrderStatus, formatPaymentStatus } from '@shop/core/orders/status';
import { useLang } from '../i18n/MessagesProvider.tsx';

/** Lists every change of the order's status, or of its payment alone, with its time, the newest first. */
export function OrderHistory({ history }: Pick<TrackedOrder, 'history'>) {
  const lang = useLang();
  const changes = history.map(({ status, payment_status, at, note }, index) => {
    const isPayment = status === history[index - 1]?.status && payment_status !== history[index - 1]?.payment_status;
    return { what: isPayment ? formatPaymentStatus(payment_status, lang) : formatOrderStatus(status, lang), at, note };
  });
  return (
    <ol className="grid gap-2 text-sm">
      {changes.toReversed().map(({ what, at, note }) => (
        <li key={`${what} ${at}`} className="flex flex-wrap justify-between gap-x-4">
          <span>
            <span className="font-semibold">{what}</span>
            {note && <span className="block text-ink-2">{note}</span>}
          </span>
          <time dateTime={new Date(at).toISOString()} className="text-ink-3">
            {dateTimeText(at, lang)}
          </time>
        </li>
      ))}
    </ol>
  );
}
