import { Button } from '@mui/material';
import { useText } from '../i18n/text.ts';
import { formatError } from './format-error.ts';

/** Explains why records could not be read, with a button that retries. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useText();
  return (
    <div className="card state" role="alert">
      <h2>{t('list.failed')}</h2>
      <p className="quiet">{formatError(error, t)}</p>
      <Button onClick={onRetry}>{t('list.retry')}</Button>
    </div>
  );
}
