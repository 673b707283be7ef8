import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { QrCode } from '../ui/QrCode.tsx';

/** Dialog with an outlet's referral link, as a QR code to scan at the counter and as text. */
export function ReferralLinkDialog({ outlet, url, onClose }: { outlet: string; url: string; onClose(): void }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="referral-link" onClose={onClose}>
      <DialogTitle id="referral-link">{outlet}</DialogTitle>
      <DialogContent>
        <div className="fields">
          <p>{t('outlet.link_text')}</p>
          <QrCode text={url} label={t('outlet.qr', { outlet })} />
          <TextField
            label={t('outlet.link')}
            value={url}
            multiline
            slotProps={{ htmlInput: { readOnly: true } }}
            onFocus={({ target }) => target.select()}
          />
          <Button variant="contained" onClick={copy}>
            {t('form.copy')}
          </Button>
          <p role="status">{isCopied ? t('form.copied') : ''}</p>
        </div>
      </DialogContent>
      <DialogActions>
        <Button color="secondary" onClick={onClose}>
          {t('form.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
