import type { TrackedOrder } from '@shop/contract/orders';
import { PAYMENT_TIME_MINUTES } from '@shop/core/orders/payment-deadline';
import { useT } from '../i18n/MessagesProvider.tsx';
import type { CancelOrderData } from '../modals/modal-data.ts';
import { openModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';

type UnpaidNoticeProps = {
  order: Pick<TrackedOrder, 'order_number' | 'grand_total' | 'payment_method'>;
  proof: CancelOrderData['proof'];
};

/** Offers to pay an order before its items are given up. */
export function UnpaidNotice({ order, proof }: UnpaidNoticeProps) {
  const t = useT();
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 rounded-xl border-2 border-coin bg-kunyit-50 p-5">
      <div className="grid gap-1">
        <h2 className="text-lg">{t('checkout.unpaid_title')}</h2>
        <p className="text-ink-2">{t('checkout.unpaid_text', { minutes: PAYMENT_TIME_MINUTES })}</p>
      </div>
      <Button onClick={() => openModal('PAYMENT', { order, proof })}>{t('checkout.pay_now')}</Button>
    </section>
  );
}
