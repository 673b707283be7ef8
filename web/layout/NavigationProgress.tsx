/** The progress bar between pages (docs/readings.md#18). */
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useT } from '../i18n/MessagesProvider.tsx';

/** Faster pages show no bar. */
const SHOW_AFTER_MS = 150;

export function NavigationProgress() {
  const t = useT();
  const { state } = useNavigation();
  const busy = state !== 'idle';
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!busy) return setIsShown(false);
    const timer = setTimeout(() => setIsShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <div className="no-print fixed inset-x-0 top-0 z-(--z-toast)" role="status">
      {isShown && (
        <>
          <span className="sr-only">{t('layout.loading')}</span>
          <span className="page-seam block" aria-hidden />
        </>
      )}
    </div>
  );
}
