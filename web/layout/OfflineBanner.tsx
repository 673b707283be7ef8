/** Says that the device is offline and what still works (docs/ux.md#rule-38). */
import { useSyncExternalStore } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Icon } from '../ui/Icon.tsx';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

export function OfflineBanner() {
  const t = useT();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="no-print">
      {!online && (
        <p className="flex min-h-10 items-center justify-center gap-2 bg-kunyit-50 px-4 text-sm font-semibold text-coin-ink">
          <Icon name="wifi-slash" className="size-5" />
          {t('layout.offline')}
        </p>
      )}
    </div>
  );
}
