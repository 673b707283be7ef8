/** Offers "Continue with Touch 'n Go" and its reason on a page that requires signing in. */
import { useT } from '../i18n/MessagesProvider.tsx';
import { LazyContinueWithTng } from './LazyContinueWithTng.tsx';

export function TngSignInOffer({ onDone }: { onDone?: () => void }) {
  const t = useT();
  return (
    <div className="grid max-w-md gap-4">
      <p className="text-ink-2">{t('tng.continue_text')}</p>
      <LazyContinueWithTng onDone={onDone} />
    </div>
  );
}
