import { parseLang } from '@shop/core/lang';
import { useState } from 'react';
import { currentLocale } from '../i18n/current-locale.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { formatError } from '../ui/format-error.ts';
import { ReasonField } from '../ui/ReasonField.tsx';
import { callRun, type DriverRun, type DriverStop } from './driver-api.ts';

const MAX_REASON = 500;

/** Records that a stop could not be delivered, and why. */
export function FailStop({ stop, onRun, onClose }: { stop: DriverStop; onRun(run: DriverRun): void; onClose(): void }) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    setBusy(true);
    setProblem('');
    try {
      const { run } = await callRun('deliveryRuns.fail', {
        params: { order_id: stop.order_id },
        query: { lang: parseLang(currentLocale()) },
        body: { reason: reason.trim().slice(0, MAX_REASON), at: new Date().toISOString() },
      });
      onClose();
      onRun(run);
    } catch (error) {
      setProblem(formatError(error, t));
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
