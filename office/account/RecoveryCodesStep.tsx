/** Shows new recovery codes before any screen, until the user confirms that they are saved. */
import { Alert, Button, Checkbox, FormControlLabel } from '@mui/material';
import { useEffect, useState } from 'react';
import { currentSession } from '../api/session.ts';
import { useText } from '../i18n/text.ts';
import { useShopName } from '../layout/use-shop-name.ts';
import { acknowledgeCodes } from './new-recovery-codes.ts';

function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function RecoveryCodesStep({ codes }: { codes: readonly string[] }) {
  const t = useText();
  const shop = useShopName();
  const [isCopied, setCopied] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const email = currentSession()?.staff.email ?? '';
  const heading = t('account.recovery_of', { shop, email });
  const text = [heading, ...codes, ''].join('\n');

  useEffect(() => {
    document.title = `${t('account.recovery')} · ${shop}`;
  }, [t, shop]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <main className="gate">
      <div className="card stack recovery">
        <h1>{t('account.recovery')}</h1>
        <Alert severity="warning" className="no-print">
          {t('account.recovery_text')}
        </Alert>
        <p className="quiet small wrap">{heading}</p>
        <ul className="codes">
          {codes.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ul>
        <div className="buttons no-print">
          <Button color="secondary" onClick={() => downloadText('recovery-codes.txt', text)}>
            {t('account.recovery_download')}
          </Button>
          <Button color="secondary" onClick={copy}>
            {t('form.copy')}
          </Button>
          <Button color="secondary" onClick={() => window.print()}>
            {t('orders.print')}
          </Button>
        </div>
        <p role="status" className="no-print">
          {isCopied ? t('form.copied') : ''}
        </p>
        <FormControlLabel
          className="no-print"
          label={t('account.recovery_done')}
          control={<Checkbox checked={isSaved} onChange={(_, checked) => setSaved(checked)} />}
        />
        <Button className="no-print" variant="contained" disabled={!isSaved} onClick={acknowledgeCodes}>
          {t('account.recovery_continue')}
        </Button>
      </div>
    </main>
  );
}
