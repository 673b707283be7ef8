import { formatMoney, senToText } from '@shop/core/money';
import { useState } from 'react';
import type { StaffOrderRecord } from '../../api/data-provider.ts';
import { useText } from '../../i18n/text.ts';
import { AmountField, isAmount } from '../../ui/AmountField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { computeCashToCollect } from '../order-text.ts';

/** Dialog that completes an order paid on delivery, with the cash collected now. */
export function CompleteOrderDialog({ order, onClose }: { order: StaffOrderRecord; onClose(): void }) {
  const t = useText();
  const [advance, isBusy] = useAction('orders', 'advance');
  const rest = computeCashToCollect(order);
  const [cash, setCash] = useState(senToText(rest));
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (!isAmount(cash)) return;
    const body = { to: 'complete', cash_collected: cash.trim() } as const;
    const result = await advance(order.id, body, t('order.done_advance', { status: t('status.complete') }));
    if (result !== null) onClose();
  };
  return (
    <FormDialog
      title={t('complete.title', { number: order.order_number })}
      submit={t('complete.submit')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField
        label={t('complete.cash')}
        hint={
          rest === order.grand_total
            ? t('complete.cash_hint', { total: formatMoney(order.grand_total) })
            : t('complete.cash_rest_hint', { total: formatMoney(order.grand_total), rest: formatMoney(rest) })
        }
        value={cash}
        isChecked={isChecked}
        onChange={setCash}
      />
    </FormDialog>
  );
}
