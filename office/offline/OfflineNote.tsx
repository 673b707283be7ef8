import { useText } from '../i18n/text.ts';

/** Shows in the head of a task that there is no network, and how many actions are still to be sent. */
export function TaskState({ isOffline, waiting }: { isOffline: boolean; waiting: number }) {
  const t = useText();
  const facts = [isOffline ? t('offline.state') : '', waiting > 0 ? t('offline.waiting', { count: waiting }) : ''];
  return (
    <span role="status" className="task-state">
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}

/** Explains below the head of a task that it can go on without network. */
export function OfflineNote({ isOffline }: { isOffline: boolean }) {
  const t = useText();
  return isOffline ? <p className="notice">{t('offline.note')}</p> : null;
}
