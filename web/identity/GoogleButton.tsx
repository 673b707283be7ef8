/** Signs in with Google, if the shop has it. */
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useGoogle } from './use-google.ts';

export function GoogleButton({ then }: { then: string }) {
  const t = useT();
  const google = useGoogle();
  if (google === null) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-ink-3">
        <span className="h-px flex-1 bg-line" aria-hidden />
        {t('identity.or')}
        <span className="h-px flex-1 bg-line" aria-hidden />
      </p>
      <Button
        kind="secondary"
        wide
        busy={google.busy}
        onClick={() => google.leave({ purpose: 'sign-in', leadsTo: then })}
      >
        <Icon name="google-logo" className="size-5" />
        {t('identity.google')}
      </Button>
    </>
  );
}
