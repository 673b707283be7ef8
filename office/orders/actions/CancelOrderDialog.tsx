import { useState } from 'react';
import type { StaffOrderRecord } from '../../api/data-provider.ts';
import { useText } from '../../i18n/text.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReasonField } from '../../ui/ReasonField.tsx';
import { useAction } from '../../ui/use-action.ts';

/** Dialog that cancels an order before it is packed, with a reason for the shopper. */
export function CancelOrderDialog({ order, onClose }: { order: StaffOrderRecord; onClose(): void }) {
  const t = useText();
  const [cancel, isBusy] = useAction('orders', 'cancel');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    const result = await cancel(order.id, { comment: reason.trim() }, t('order.done_cancel'));
    if (result !== null) onClose();
  };
  return (
    <FormDialog
      title={t('cancel.title', { number: order.order_number })}
      submit={t('cancel.submit')}
      isBusy={isBusy}
      isDangerous
      back={t('cancel.back')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('cancel.text')}</p>
      <ReasonField isFirst label={t('form.reason_shopper')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}
