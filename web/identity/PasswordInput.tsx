import { type ComponentProps, useState } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { IconButton } from '../ui/IconButton.tsx';

type PasswordInputProps = ComponentProps<'input'> & { autoComplete: 'current-password' | 'new-password' };

/** Shows a password field with a button that reveals the password. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={1000}
      suffix={
        <IconButton
          icon={isShown ? 'eye-slash' : 'eye'}
          label={t(isShown ? 'identity.hide_password' : 'identity.show_password')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
