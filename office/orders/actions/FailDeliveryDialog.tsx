import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import { isCash } from '@shop/core/cart/totals';
import type { FailedDeliveryOutcome } from '@shop/core/orders/status';
import { hasRole } from '@shop/core/staff/roles';
import { useState } from 'react';
import type { StaffOrderRecord } from '../../api/data-provider.ts';
import { currentRoles } from '../../api/session.ts';
import { useText } from '../../i18n/text.ts';
import { AmountField, isAmount } from '../../ui/AmountField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReasonField } from '../../ui/ReasonField.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SlotField } from './SlotField.tsx';

/** Dialog that records why a delivery failed, what happens next and when, and cash that was collected nevertheless. */
export function FailDeliveryDialog({ order, onClose }: { order: StaffOrderRecord; onClose(): void }) {
  const t = useText();
  const [fail, isBusy] = useAction('orders', 'failDelivery');
  const mayRetry = hasRole(currentRoles(), ['orders', 'picker']);
  const mayCancel = hasRole(currentRoles(), ['orders', 'support']);
  const [outcome, setOutcome] = useState<FailedDeliveryOutcome>(mayRetry ? 'retry' : 'cancel');
  const [reason, setReason] = useState('');
  const [slot, setSlot] = useState('');
  const [cash, setCash] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '' || (cash.trim() !== '' && !isAmount(cash))) return;
    const body = {
      reason: reason.trim(),
      outcome,
      delivery_slot_id: outcome === 'retry' && slot !== '' ? slot : null,
      cash_collected: cash.trim() === '' ? null : cash.trim(),
    };
    if ((await fail(order.id, body, t('order.done_failed'))) !== null) onClose();
  };
  return (
    <FormDialog
      title={t('failed.title', { number: order.order_number })}
      submit={t('failed.submit')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField isFirst label={t('form.reason_shopper')} value={reason} isMissing={isChecked} onChange={setReason} />
      <FormControl>
        <FormLabel id="outcome">{t('failed.outcome')}</FormLabel>
        <RadioGroup
          aria-labelledby="outcome"
          value={outcome}
          onChange={(_, value) => setOutcome(value === 'cancel' ? 'cancel' : 'retry')}
        >
          {mayRetry && <FormControlLabel value="retry" control={<Radio />} label={t('failed.retry')} />}
          {mayCancel && <FormControlLabel value="cancel" control={<Radio />} label={t('failed.cancel')} />}
        </RadioGroup>
      </FormControl>
      {outcome === 'retry' && <SlotField order={order} value={slot} onChange={setSlot} />}
      {isCash(order.payment_method) && (
        <AmountField isOptional label={t('failed.cash')} value={cash} isChecked={isChecked} onChange={setCash} />
      )}
    </FormDialog>
  );
}
