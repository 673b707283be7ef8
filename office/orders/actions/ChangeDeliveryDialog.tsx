import { Checkbox, FormControlLabel, TextField } from '@mui/material';
import { useState } from 'react';
import type { StaffOrderRecord } from '../../api/data-provider.ts';
import { useText } from '../../i18n/text.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReasonField } from '../../ui/ReasonField.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SlotField } from './SlotField.tsx';

const FIELDS = ['recipient', 'contact_number', 'street_address', 'city', 'zip'] as const;
const LABELS = {
  recipient: 'delivery.name',
  contact_number: 'delivery.phone',
  street_address: 'delivery.street',
  city: 'delivery.city',
  zip: 'delivery.zip',
} as const;

/** Dialog that changes slot and address of an order before it is packed. */
export function ChangeDeliveryDialog({ order, onClose }: { order: StaffOrderRecord; onClose(): void }) {
  const t = useText();
  const [change, isBusy] = useAction('orders', 'changeDelivery');
  const address = order.shipping_address;
  const [slot, setSlot] = useState('');
  const [hasAddress, setHasAddress] = useState(false);
  const [fields, setFields] = useState(
    Object.fromEntries(FIELDS.map((field) => [field, address[field] ?? ''])) as Record<(typeof FIELDS)[number], string>,
  );
  const [keepsFee, setKeepsFee] = useState(true);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  /**
   * Length of the history when the dialog was opened. The API refuses the change if the order has changed since; the
   * page then shows that change.
   */
  const [seenEntries, setSeenEntries] = useState<number | null>(order.history.length);
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    const body = {
      reason: reason.trim(),
      delivery_slot_id: slot === '' ? null : slot,
      shipping_address: hasAddress ? fields : null,
      keep_fee: keepsFee,
      seen_history: seenEntries ?? order.history.length,
    };
    const { slot_id } = order;
    // Undo restores the slot only, so it is not offered with another fee or address.
    const canUndo = slot !== '' && slot_id !== null && keepsFee && !hasAddress;
    const undoBody = { reason: t('undo.reason_shopper'), delivery_slot_id: slot_id, keep_fee: true };
    const undo = () => (canUndo ? () => change(order.id, undoBody, t('order.done_delivery')) : null);
    if ((await change(order.id, body, t('order.done_delivery'), undo)) !== null) onClose();
    else setSeenEntries(null);
  };
  return (
    <FormDialog
      title={t('delivery.title', { number: order.order_number })}
      submit={t('delivery.submit')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <SlotField order={order} zip={hasAddress ? fields.zip : undefined} value={slot} onChange={setSlot} />
      <FormControlLabel
        label={t('delivery.change_address')}
        control={<Checkbox checked={hasAddress} onChange={(_, checked) => setHasAddress(checked)} />}
      />
      {hasAddress &&
        FIELDS.map((field) => (
          <TextField
            key={field}
            label={t(LABELS[field])}
            value={fields[field]}
            onChange={({ target }) => setFields({ ...fields, [field]: target.value })}
          />
        ))}
      <ReasonField label={t('form.reason_shopper')} value={reason} isMissing={isChecked} onChange={setReason} />
      <FormControlLabel
        label={t('delivery.keep_fee')}
        control={<Checkbox checked={keepsFee} onChange={(_, checked) => setKeepsFee(checked)} />}
      />
    </FormDialog>
  );
}
