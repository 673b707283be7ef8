/**
 * Shows react-admin's notifications, with the button that undoes an optimistic change while it waits: on a phone at the
 * top, since dialogs have their buttons at the bottom.
 */
import { Alert, Button, Snackbar, type Theme, useMediaQuery } from '@mui/material';
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

const SHOWN_MS = 5_000;
/** An error stays until it is read. */
const ERROR_SHOWN_MS = 12_000;

export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [shown, setShown] = useState<NotificationPayload | null>(null);

  useEffect(() => {
    if (shown === null && notifications.length > 0) setShown(takeNotification() ?? null);
  }, [shown, notifications, takeNotification]);

  const isUndoable = shown?.notificationOptions?.undoable === true;
  // The change is sent when its time to undo is over: a closed page would lose it.
  useEffect(() => {
    if (!isUndoable) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUndoable]);

  if (shown === null) return null;
  const finish = (isUndo: boolean) => {
    if (isUndoable) takeMutation()?.({ isUndo });
    setShown(null);
  };
  const { message, type, notificationOptions } = shown;
  return (
    <Snackbar
      open
      autoHideDuration={type === 'error' ? ERROR_SHOWN_MS : SHOWN_MS}
      anchorOrigin={{ vertical: isPhone ? 'top' : 'bottom', horizontal: 'center' }}
      // What lies under it can be pressed.
      sx={{ pointerEvents: 'none', '& button': { pointerEvents: 'auto' } }}
      onClose={(_, reason) => {
        if (reason !== 'clickaway' || isUndoable) finish(false);
      }}
    >
      <Alert
        severity={type}
        variant="filled"
        onClose={isUndoable ? undefined : () => finish(false)}
        action={
          isUndoable ? (
            <Button color="inherit" variant="text" onClick={() => finish(true)}>
              {translate('ra.action.undo')}
            </Button>
          ) : undefined
        }
      >
        {typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message}
      </Alert>
    </Snackbar>
  );
}
