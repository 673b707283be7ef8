/** Button that signs in with Touch 'n Go. */
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button, type ButtonSize } from '../ui/Button.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { useTngSignIn } from './use-tng-sign-in.ts';

/** `onDone` is called after signing in. */
export type ContinueWithTngProps = { size?: ButtonSize; onDone?: () => void };

export function ContinueWithTng({ size, onDone }: ContinueWithTngProps) {
  const t = useT();
  const { isBusy, signIn } = useTngSignIn();
  return (
    <Button
      size={size}
      wide
      busy={isBusy}
      onClick={() => void signIn('tap').then((isSignedIn) => isSignedIn && onDone?.())}
    >
      <Icon name="wallet" className="size-5" />
      {t('tng.continue')}
    </Button>
  );
}
