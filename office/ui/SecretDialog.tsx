import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../i18n/text.ts';

/**
 * Dialog to copy a secret that the API returns once. `actions` are further buttons. Only the button "Close" closes the
 * dialog.
 */
export function SecretDialog({
  title,
  text,
  secret,
  actions,
  onClose,
}: {
  title: string;
  text: string;
  secret: string;
  actions?: ReactNode;
  onClose(): void;
}) {
  const t = useText();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <div className="fields">
          <p>{text}</p>
          <TextField
            label={title}
            value={secret}
            multiline
            slotProps={{ htmlInput: { readOnly: true } }}
            onFocus={({ target }) => target.select()}
          />
          <div className="buttons">
            <Button variant="contained" onClick={copy}>
              {t('form.copy')}
            </Button>
            {actions}
          </div>
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
