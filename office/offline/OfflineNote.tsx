import { useText } from '../i18n/text.ts';

/** Says in the head of a task whether there is no network, and how much is still to be sent. */
export function TaskState({ isOffline, waiting }: { isOffline: boolean; waiting: number }) {
  const t = useText();
  const facts = [isOffline ? t('offline.state') : '', waiting > 0 ? t('offline.waiting', { count: waiting }) : ''];
  return (
    <span role="status" className="task-state">
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}

/** Says below the head of a task that it goes on without network. */
export function OfflineNote({ isOffline }: { isOffline: boolean }) {
  const t = useText();
  return isOffline ? <p className="notice">{t('offline.note')}</p> : null;
}
