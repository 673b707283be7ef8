/** The field for the email or phone to which a code is sent, of recovery and of signing in by a code. */
import { parseContact } from '@shop/core/identity/contact';
import { refusal } from '@shop/core/refusal';
import { useT } from '../i18n/MessagesProvider.tsx';
import { useForm } from './use-form.ts';

export function useLoginForm(name: string, start: string, onLogin: (login: string) => Promise<void>) {
  const t = useT();
  return useForm<'login'>({
    name,
    start: { login: start },
    validate({ login }) {
      if (login.trim() === '') return { login: t('identity.login_required') };
      return parseContact(login) === null ? { login: refusal('contact.invalid') } : {};
    },
    send: ({ login }) => onLogin(login.trim()),
  });
}
