/** The modal view "payment" (docs/spec.md §2): pays an unpaid order with the same payment method or another one. */

import { ApiError } from '@shop/contract/api/api-error';
import { formatMoney } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useOrigin, useT } from '../../i18n/MessagesProvider.tsx';
import type { PaymentData } from '../../modals/modal-data.ts';
import { closeModal } from '../../modals/modal-store.ts';
import { refreshOrders } from '../../orders/order-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RadioCard } from '../../ui/forms/RadioCard.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChannelSelect } from './ChannelSelect.tsx';
import { choosePaymentMethod } from './choose-payment-method.ts';
import { openPayment } from './open-payment.ts';
import { choosePaymentIcon } from './payment-icon.ts';
import { usePaymentMethods } from './payment-queries.ts';

export function PayOrder({ data: { order, proof } }: { data: PaymentData }) {
  const t = useT();
  const lang = useLang();
  const origin = useOrigin();
  const queries = useQueryClient();
  const { data, isError, refetch } = usePaymentMethods();
  const [chosenMethod, setChosenMethod] = useState<string | null>(null);
  /** The bank or wallet; null to choose it on the gateway's page, undefined before the shopper chooses. */
  const [channel, setChannel] = useState<string | null>();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const methods = data?.data.filter(({ gateway }) => gateway !== null) ?? [];
  const methodCodes = methods.map((method) => method.code);
  const code = choosePaymentMethod({
    available: methodCodes,
    current: chosenMethod,
    saved: order.payment_method,
    preference: null,
  });
  const banks = methods.find((method) => method.code === code)?.channels ?? [];
  // The bank or wallet of the last attempt, unless another one is chosen.
  const lastUsed = banks.find(({ id }) => id === order.payment_id)?.id ?? null;
  const payment_id = channel === undefined ? lastUsed : channel;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (code === null) return setFailure(t('checkout.payment_missing'));
    setBusy(true);
    try {
      const body = { order_number: order.order_number, ...proof, payment_method: code, payment_id };
      const { payment } = await api('payments.start', { body, query: langQuery(lang) });
      // Null only for cash on delivery, which this form does not offer.
      if (payment === null || !(await openPayment(payment.url, origin))) return;
      closeModal();
      await refreshOrders(queries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'payment.closed') {
        // The page shows the order as it is now, such as paid in the meantime.
        closeModal();
        return await refreshOrders(queries);
      }
      setFailure(error.message || t('checkout.pay_failed'));
      setBusy(false);
    }
  }

  if (isError) return <ErrorBlock onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-lg" />;
  if (methods.length === 0) return <p>{formatRefusal(refusal('checkout.no_payment_provider'), lang)}</p>;
  return (
    <form noValidate className="grid grid-cols-1 gap-5" onSubmit={(event) => void submit(event)}>
      <fieldset className="grid min-w-0 grid-cols-1 gap-2">
        <legend className="mb-2 text-sm font-semibold">{t('checkout.pay_method')}</legend>
        {methods.map((method) => (
          <RadioCard
            key={method.code}
            name="pay_method"
            value={method.code}
            title={method.name}
            note={method.note || undefined}
            checked={code === method.code}
            onChange={() => {
              setChosenMethod(method.code);
              setChannel(undefined);
              setFailure('');
            }}
            end={<Icon name={choosePaymentIcon(method.code)} className="size-6 text-ink-2" />}
          >
            {code === method.code && method.channels.length > 1 && (
              <ChannelSelect method={method} value={payment_id} onChange={setChannel} />
            )}
          </RadioCard>
        ))}
      </fieldset>
      <FormError text={failure} />
      <Button type="submit" wide busy={busy}>
        {t('checkout.pay_amount', { amount: formatMoney(order.grand_total) })}
      </Button>
    </form>
  );
}
