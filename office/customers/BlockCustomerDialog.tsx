import type { CustomerFile } from '@shop/contract/staff/staff-customers';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';
import { formatCustomerName } from './customer-text.ts';

/** Dialog that blocks or unblocks a customer; both need a reason. */
export function BlockCustomerDialog({ customer, onClose }: { customer: CustomerFile; onClose(): void }) {
  const t = useText();
  const isBlocked = customer.block !== null;
  const [block, isBlocking] = useAction('customers', 'block');
  const [unblock, isUnblocking] = useAction('customers', 'unblock');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    const [change, undo] = isBlocked ? [unblock, block] : [block, unblock];
    // Undoing an unblock restores the reason of the block.
    const formerReason = customer.block?.reason;
    const result = await change(
      customer.id,
      { reason: reason.trim() },
      t(isBlocked ? 'customer.done_unblock' : 'customer.done_block'),
      () => () => undo(customer.id, { reason: formerReason ?? t('undo.reason') }, t('undo.done')),
    );
    if (result !== null) onClose();
  };
  return (
    <FormDialog
      title={t(isBlocked ? 'customer.unblock_title' : 'customer.block_title', { name: formatCustomerName(customer) })}
      submit={t(isBlocked ? 'customer.unblock' : 'customer.block')}
      isBusy={isBlocking || isUnblocking}
      isDangerous={!isBlocked}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isBlocked && <p>{t('customer.block_hint')}</p>}
      <ReasonField isFirst label={t('form.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
    </FormDialog>
  );
}
