import { TextField } from '@mui/material';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ReasonField } from '../ui/ReasonField.tsx';
import { useAction } from '../ui/use-action.ts';

/** Steps of a refund that need a reference or a reason. */
export type RefundStepChoice = 'send' | 'settle' | 'fail' | 'withdraw';

export function RefundStepDialog({ id, step, onClose }: { id: string; step: RefundStepChoice; onClose(): void }) {
  const t = useText();
  const [send, isSending] = useAction('refunds', 'send');
  const [settle, isSettling] = useAction('refunds', 'settle');
  const [fail, isFailing] = useAction('refunds', 'fail');
  const [withdraw, isWithdrawing] = useAction('refunds', 'withdraw');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isReference = step === 'send' || step === 'settle';
  const run = () => {
    const value = text.trim();
    if (step === 'send') return send(id, { operator_reference: value }, t('money.done_send'));
    if (step === 'settle') return settle(id, { operator_reference: value }, t('money.done_settle'));
    if (step === 'fail') return fail(id, { reason: value }, t('money.done_fail'));
    return withdraw(id, { reason: value }, t('money.done_withdraw'));
  };
  const submit = async () => {
    setChecked(true);
    if (text.trim() !== '' && (await run()) !== null) onClose();
  };
  const isMissing = isChecked && text.trim() === '';
  return (
    <FormDialog
      title={t(`money.${step}`)}
      submit={t(`money.${step}`)}
      isBusy={isSending || isSettling || isFailing || isWithdrawing}
      onSubmit={submit}
      onClose={onClose}
    >
      {isReference ? (
        <TextField
          autoFocus
          required
          label={t('money.reference')}
          value={text}
          error={isMissing}
          helperText={isMissing ? t('form.required') : t('money.reference_hint')}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          onChange={({ target }) => setText(target.value)}
        />
      ) : (
        <ReasonField
          isFirst
          label={t(step === 'withdraw' ? 'form.reason_shopper' : 'form.reason')}
          value={text}
          isMissing={isChecked}
          onChange={setText}
        />
      )}
    </FormDialog>
  );
}
