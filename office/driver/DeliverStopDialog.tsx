import { Button, TextField } from '@mui/material';
import type { DriverStop } from '@shop/contract/delivery-runs';
import { formatMoney, senToText } from '@shop/core/money';
import { useRef, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { AmountField, isAmount } from '../ui/AmountField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { scalePhoto } from './photo.ts';
import { type StopDialogProps, useStopRecord } from './use-stop-record.ts';

/** Dialog that records a delivery by a name or a photo, with the collected cash. */
export function DeliverStopDialog({ stop, earlier, onRecord, onClose }: { stop: DriverStop } & StopDialogProps) {
  const t = useText();
  const isCash = stop.cash_to_collect > 0;
  const before = earlier?.kind === 'deliver' ? earlier : null;
  const [name, setName] = useState(before?.received_by ?? '');
  const [photo, setPhoto] = useState(before?.photo ?? null);
  const [cash, setCash] = useState(before?.cash_collected ?? senToText(stop.cash_to_collect));
  const [isChecked, setChecked] = useState(false);
  const { isBusy, problem, setProblem, send } = useStopRecord({ onRecord, onClose });
  const photoInput = useRef<HTMLInputElement>(null);
  const hasProof = name.trim() !== '' || photo !== null;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const picture = await scalePhoto(file);
    setProblem(picture === null ? t('driver.photo_failed') : '');
    setPhoto(picture === null ? null : { name: file.name, picture });
  };
  const submit = async () => {
    setChecked(true);
    if (!hasProof || (isCash && !isAmount(cash))) return;
    const { order_id, order_number } = stop;
    const proof = { received_by: name.trim() || null, photo };
    await send({ kind: 'deliver', order_id, order_number, ...proof, cash_collected: isCash ? cash.trim() : null });
  };
  return (
    <FormDialog
      title={stop.recipient ?? stop.order_number}
      submit={isCash && isAmount(cash) ? t('driver.deliver_cash', { amount: `RM${cash.trim()}` }) : t('driver.deliver')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {isCash && (
        <AmountField
          label={t('driver.cash')}
          hint={t('delivery.collect', { amount: formatMoney(stop.cash_to_collect) })}
          value={cash}
          isChecked={isChecked}
          onChange={setCash}
        />
      )}
      <TextField
        label={t('driver.received_by')}
        value={name}
        error={isChecked && !hasProof}
        helperText={isChecked && !hasProof ? t('driver.no_proof') : undefined}
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
        onChange={({ target }) => setName(target.value)}
      />
      <input
        ref={photoInput}
        className="hidden-text"
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('driver.photo')}
        tabIndex={-1}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Button color="secondary" onClick={() => photoInput.current?.click()}>
        {photo === null ? t('driver.photo') : t('driver.photo_chosen', { name: photo.name })}
      </Button>
      {problem !== '' && <p role="alert">{problem}</p>}
    </FormDialog>
  );
}
