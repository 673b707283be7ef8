/**
 * Shows when the shocking deals end. A separate component, so that the time, which only the browser can format, does
 * not re-render sections that are not hydrated yet.
 */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useWhenText } from '../../i18n/use-when-text.ts';

export function DealsEnd({ at }: { at: string | Date }) {
  const t = useT();
  const when = useWhenText();
  return <p className="text-sm text-ink-2">{t('home.deals_end', { when: when(at) })}</p>;
}
