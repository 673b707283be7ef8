import type { FailedCall } from '../../i18n/form-problems.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';

/**
 * Returns a function that formats an error that belongs to no field: the time to wait (429), the server's message, or a
 * general text.
 */
export function useFailureText(): (failure: FailedCall) => string {
  const t = useT();
  return (failure) => {
    const seconds = failure.retryAfter;
    if (failure.status === 429 && seconds > 90) return t('forms.wait', { count: Math.ceil(seconds / 60) });
    if (failure.status === 429 && seconds > 0) return t('forms.wait_seconds', { count: seconds });
    return failure.message || t('forms.failed');
  };
}
