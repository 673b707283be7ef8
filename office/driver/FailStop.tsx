import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import type { DriverStop } from './driver-api.ts';
import type { StopRecord } from './run-queue.ts';

const MAX_REASON = 500;

/** Records that a stop could not be delivered, and why. `earlier` is a record that was refused. */
export function FailStop({
  stop,
  earlier,
  onRecord,
  onClose,
}: {
  stop: DriverStop;
  earlier: StopRecord | undefined;
  /** Throws if the phone cannot store it. */
  onRecord(record: StopRecord): Promise<void>;
  onClose(): void;
}) {
  const t = useText();
  const [reason, setReason] = useState(earlier?.kind === 'fail' ? earlier.reason : '');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    setBusy(true);
    setProblem('');
    const { order_id, order_number } = stop;
    try {
      await onRecord({ kind: 'fail', order_id, order_number, reason: reason.trim().slice(0, MAX_REASON) });
      onClose();
    } catch {
      setProblem(t('offline.not_stored'));
      setBusy(false);
    }
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
