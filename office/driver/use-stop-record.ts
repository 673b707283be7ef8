import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import type { StopRecord } from './run-queue.ts';

/** Props of a dialog that records a stop. */
export type StopDialogProps = {
  /** The stop's earlier record, which the server refused. */
  earlier: StopRecord | undefined;
  /** Stores the record. Throws if the phone cannot store it. */
  onRecord(record: StopRecord): Promise<void>;
  onClose(): void;
};

/** Stores a dialog's record and closes the dialog; `problem` explains why it could not be stored. */
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
