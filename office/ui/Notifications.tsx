/**
 * Shows react-admin's notifications, with a button that takes a change back where the API can: on a phone at the top,
 * since dialogs have their buttons at the bottom.
 */
import { Alert, Button, Snackbar, type Theme, useMediaQuery } from '@mui/material';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

const SHOWN_MS = 5_000;
const UNDO_SHOWN_MS = 10_000;
/** An error stays until it is read. */
const ERROR_SHOWN_MS = 12_000;

/** Options of `notify` for a change that was made and can be taken back. */
export type UndoOptions = { onUndo?: (() => unknown) | undefined };

export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [shown, setShown] = useState<NotificationPayload | null>(null);
  /** Counts what was shown, so that each is shown for its whole time. */
  const [count, setCount] = useState(0);

  // A newer one replaces what is shown, except an error: a picker makes changes faster than their notifications end.
  useEffect(() => {
    if (notifications.length === 0 || shown?.type === 'error') return;
    setShown(takeNotification() ?? null);
    setCount((before) => before + 1);
  }, [shown, notifications, takeNotification]);

  if (shown === null) return null;
  const close = () => setShown(null);
  const { message, type, notificationOptions } = shown;
  const onUndo: UndoOptions['onUndo'] = notificationOptions?.onUndo;
  const undo = () => {
    close();
    onUndo?.();
  };
  return (
    <Snackbar
      key={count}
      open
      autoHideDuration={type === 'error' ? ERROR_SHOWN_MS : onUndo === undefined ? SHOWN_MS : UNDO_SHOWN_MS}
      anchorOrigin={{ vertical: isPhone ? 'top' : 'bottom', horizontal: 'center' }}
      // What lies under it can be pressed.
      sx={{ pointerEvents: 'none', '& button': { pointerEvents: 'auto' } }}
      onClose={(_, reason) => {
        if (reason !== 'clickaway') close();
      }}
    >
      <Alert
        severity={type}
        variant="filled"
        onClose={onUndo === undefined ? close : undefined}
        action={
          onUndo === undefined ? undefined : (
            <Button color="inherit" variant="text" onClick={undo}>
              {translate('ra.action.undo')}
            </Button>
          )
        }
      >
        {typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message}
      </Alert>
    </Snackbar>
  );
}
