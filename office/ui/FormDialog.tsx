/** A dialog with one form. On a phone it fills the screen. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useText } from '../i18n/text.ts';

export function FormDialog({
  title,
  submit,
  isBusy = false,
  isDangerous = false,
  isQuestion = false,
  back,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submit: string;
  isBusy?: boolean;
  isDangerous?: boolean;
  /** Whether it has no fields; then it stays small on a phone. */
  isQuestion?: boolean;
  /** Label of the button that only closes the dialog, where "Cancel" could be taken for the action itself. */
  back?: string;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}) {
  const t = useText();
  const id = useId();
  const isPhone = useMediaQuery('(max-width: 639px)');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Dialog open fullWidth maxWidth="sm" fullScreen={isPhone && !isQuestion} onClose={onClose} aria-labelledby={id}>
      <form onSubmit={send} noValidate className="dialog-form">
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <div className="fields">{children}</div>
        </DialogContent>
        <DialogActions>
          <Button color="secondary" onClick={onClose}>
            {back ?? t('form.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={isDangerous ? 'error' : 'primary'} loading={isBusy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
