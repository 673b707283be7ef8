/**
 * Shows react-admin's notifications, with an undo button if the API can undo the change; on phones at the top, because
 * dialogs have their buttons at the bottom.
 */
import { Alert, Button, Snackbar, type Theme, useMediaQuery } from '@mui/material';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

const SHOWN_MS = 5_000;
const UNDO_SHOWN_MS = 10_000;
/** Time in ms for which an error is visible, long enough to read it. */
const ERROR_SHOWN_MS = 12_000;

/** Options of `notify` for a change that can be undone. */
export type UndoOptions = { onUndo?: (() => unknown) | undefined };

export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [notification, setNotification] = useState<NotificationPayload | null>(null);
  /** Counts notifications, so that each is visible for its whole time. */
  const [count, setCount] = useState(0);

  // A newer notification replaces a visible one, unless that is an error: a picker makes changes faster than
  // notifications end.
  useEffect(() => {
    if (notifications.length === 0 || notification?.type === 'error') return;
    setNotification(takeNotification() ?? null);
    setCount((before) => before + 1);
  }, [notification, notifications, takeNotification]);

  if (notification === null) return null;
  const close = () => setNotification(null);
  const { message, type, notificationOptions } = notification;
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
      // Lets presses reach the controls below the notification.
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
