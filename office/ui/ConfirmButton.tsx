import { Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { FormDialog } from './FormDialog.tsx';

/** A button for an action that cannot be undone. A dialog explains the consequence first. */
export function ConfirmButton({
  label,
  consequence,
  isBusy,
  isDangerous = false,
  onConfirm,
  ...button
}: {
  label: string;
  consequence: string;
  isBusy: boolean;
  isDangerous?: boolean;
  /** Runs the action. Returns null if it was refused, so that the dialog stays open. */
  onConfirm(): Promise<unknown>;
} & Pick<ButtonProps, 'size' | 'color' | 'variant'>) {
  const [isOpen, setOpen] = useState(false);
  const submit = async () => {
    if ((await onConfirm()) !== null) setOpen(false);
  };
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <FormDialog
          title={label}
          submit={label}
          isBusy={isBusy}
          isDangerous={isDangerous}
          isQuestion
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <p>{consequence}</p>
        </FormDialog>
      )}
    </>
  );
}
