import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import type { StopRecord } from './run-queue.ts';

/** What a dialog about a stop needs of its page. */
export type StopDialogProps = {
  /** The record of the stop that was refused. */
  earlier: StopRecord | undefined;
  /** Throws if the phone cannot store it. */
  onRecord(record: StopRecord): Promise<void>;
  onClose(): void;
};

/** Stores a dialog's record and closes the dialog; `problem` says in words why that was not possible. */
export function useStopRecord({ onRecord, onClose }: Pick<StopDialogProps, 'onRecord' | 'onClose'>) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (record: StopRecord) => {
    setBusy(true);
    setProblem('');
    try {
      await onRecord(record);
      onClose();
    } catch {
      setProblem(t('offline.not_stored'));
      setBusy(false);
    }
  };
  return { isBusy, problem, setProblem, send };
}
