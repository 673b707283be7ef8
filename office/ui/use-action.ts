/** Runs an action of a resource, shows its success or failure, and refetches all data. */
import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import {
  type ActionBody,
  type ActionName,
  type ActionResult,
  type ResourceName,
  runAction,
} from '../api/data-provider.ts';
import { useText } from '../i18n/text.ts';
import { formatError, isConflict } from './format-error.ts';
import type { UndoOptions } from './Notifications.tsx';

export type RunAction<Name extends ResourceName, Action extends ActionName<Name>> = (
  id: string,
  body: ActionBody<Name, Action>,
  /** Notification after a success, if the page does not show it itself. */
  successText?: string,
  /**
   * Returns a function that undoes the change, which the notification offers for some seconds; null if it cannot be
   * undone.
   */
  undo?: (result: ActionResult<Name, Action>) => UndoOptions['onUndo'] | null,
) => Promise<ActionResult<Name, Action> | null>;

/**
 * Returns the action, and whether it is running. The action returns null after a refusal, which a notification explains.
 * After a conflict it also refetches the records, so that the user sees the other person's change.
 */
export function useAction<Name extends ResourceName, Action extends ActionName<Name>>(
  name: Name,
  action: Action,
): [RunAction<Name, Action>, boolean] {
  const t = useText();
  const notify = useNotify();
  const queries = useQueryClient();
  const leaveIfSignedOut = useLogoutIfAccessDenied();
  const [isRunning, setRunning] = useState(false);
  /** The idempotency key of the intended change, so that a retry after a network failure does not repeat it. */
  const attempt = useRef<{ key: string; content: string } | null>(null);

  const run: RunAction<Name, Action> = async (id, body, successText, undo) => {
    const content = JSON.stringify([id, body]);
    if (attempt.current?.content !== content) attempt.current = { key: crypto.randomUUID(), content };
    setRunning(true);
    try {
      const result = await runAction(name, action, id, body, attempt.current.key);
      attempt.current = null;
      const options: UndoOptions = { onUndo: undo?.(result) ?? undefined };
      if (successText !== undefined) notify(successText, { type: 'success', ...options });
      await queries.invalidateQueries();
      return result;
    } catch (error) {
      if (await leaveIfSignedOut(error)) return null;
      const reason = formatError(error, t);
      notify(isConflict(error) ? t('error.changed', { reason: `${reason} ` }) : reason, { type: 'error' });
      if (isConflict(error)) await queries.invalidateQueries();
      return null;
    } finally {
      setRunning(false);
    }
  };
  return [run, isRunning];
}
