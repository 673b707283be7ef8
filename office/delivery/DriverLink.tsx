import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useId, useState } from 'react';
import { useText } from '../i18n/text.ts';

/** The driver's link, which is shown once: to copy, or to send by WhatsApp. */
export function DriverLink({ link, onClose }: { link: string; onClose(): void }) {
  const t = useText();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{t('delivery.link')}</DialogTitle>
      <DialogContent>
        <div className="fields">
          <p>{t('delivery.link_text')}</p>
          <TextField
            label={t('delivery.link')}
            value={link}
            slotProps={{ htmlInput: { readOnly: true } }}
            onFocus={({ target }) => target.select()}
          />
          <div className="buttons">
            <Button variant="contained" onClick={copy}>
              {t('delivery.copy')}
            </Button>
            <Button
              component="a"
              target="_blank"
              rel="noreferrer"
              href={`https://wa.me/?text=${encodeURIComponent(t('delivery.share', { link }))}`}
            >
              {t('delivery.whatsapp')}
            </Button>
          </div>
          <p role="status">{isCopied ? t('delivery.copied') : ''}</p>
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
