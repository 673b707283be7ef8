import { useT } from '../i18n/MessagesProvider.tsx';
import type { CancelOrderData } from '../modals/modal-data.ts';
import { UnpaidActions, type UnpaidOrder, useReservedText } from './UnpaidActions.tsx';

type UnpaidNoticeProps = { order: UnpaidOrder; proof: CancelOrderData['proof'] };

/** Shows an unpaid order's deadline, if its goods are reserved, and its actions: pay, pay on delivery, return to cart. */
export function UnpaidNotice({ order, proof }: UnpaidNoticeProps) {
  const t = useT();
  const reservedText = useReservedText(order);
  return (
    <section className="grid gap-4 rounded-xl border-2 border-coin bg-kunyit-50 p-5">
      <div className="grid gap-1">
        <h2 className="text-lg">{t('checkout.unpaid_title')}</h2>
        <p className="text-ink-2">{reservedText}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <UnpaidActions order={order} proof={proof} />
      </div>
    </section>
  );
}
