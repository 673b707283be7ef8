/** Sets up the second factor: a secret as QR code, and a code that confirms it. `RecoveryCodesStep.tsx` follows. */
import { Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import type { ActionResult } from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { QrCode } from '../ui/QrCode.tsx';
import { useAction } from '../ui/use-action.ts';
import { showRecoveryCodes } from './new-recovery-codes.ts';

export function SecondFactorForm({ onDone }: { onDone?(): void }) {
  const t = useText();
  const [begin, isBeginning] = useAction('account', 'begin');
  const [confirm, isConfirming] = useAction('account', 'confirm');
  const [secret, setSecret] = useState<ActionResult<'account', 'begin'> | null>(null);
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);

  if (secret === null) {
    return (
      <Button variant="contained" loading={isBeginning} onClick={async () => setSecret(await begin('', undefined))}>
        {t('account.begin')}
      </Button>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (code.trim() === '') return;
    const result = await confirm('', { code: code.trim() });
    if (result === null) return;
    showRecoveryCodes(result.recovery_codes);
    onDone?.();
  };
  const isMissing = isChecked && code.trim() === '';
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <p>{t('account.scan')}</p>
      <QrCode text={secret.uri} label={t('account.qr')} />
      <p className="quiet small wrap">{t('account.secret', { secret: secret.secret })}</p>
      <TextField
        autoFocus
        label={t('sign_in.code')}
        value={code}
        error={isMissing}
        helperText={isMissing ? t('account.code_needed') : undefined}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code' } }}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" variant="contained" loading={isConfirming}>
        {t('account.confirm')}
      </Button>
    </form>
  );
}
