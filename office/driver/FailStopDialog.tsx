import type { DriverStop } from '@shop/contract/delivery-runs';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { type StopDialogProps, useStopRecord } from './use-stop-record.ts';

const MAX_REASON = 500;

/** Dialog that records that a stop could not be delivered, and why. */
export function FailStopDialog({ stop, earlier, onRecord, onClose }: { stop: DriverStop } & StopDialogProps) {
  const t = useText();
  const [reason, setReason] = useState(earlier?.kind === 'fail' ? earlier.reason : '');
  const [isChecked, setChecked] = useState(false);
  const { isBusy, problem, send } = useStopRecord({ onRecord, onClose });
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    const { order_id, order_number } = stop;
    await send({ kind: 'fail', order_id, order_number, reason: reason.trim().slice(0, MAX_REASON) });
  };
  return (
    <FormDialog
      title={t('driver.fail')}
      submit={t('pick.save')}
      isBusy={isBusy}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField isFirst label={t('driver.reason')} value={reason} isMissing={isChecked} onChange={setReason} />
      {problem !== '' && <p role="alert">{problem}</p>}
    </FormDialog>
  );
}
