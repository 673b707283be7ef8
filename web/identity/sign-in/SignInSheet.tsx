/** Signs in without leaving the page for an action, such as adding a favourite, which follows after signing in. */
import { signUpPath } from '@shop/core/links/paths';
import { useLocation } from 'react-router';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { useBranch } from '../../mini-program/branch.ts';
import { confirmModal, followLinkFromModal } from '../../modals/modal-store.ts';
import { SignInForm } from './SignInForm.tsx';

export function SignInSheet() {
  const t = useT();
  const branch = useBranch();
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  return (
    <div className="grid gap-4">
      {branch === null && <p className="text-ink-2">{t('identity.sheet_text')}</p>}
      <SignInForm then={here} onDone={confirmModal} />
      {branch === null && (
        <p className="text-sm">
          {t('identity.new_here')}{' '}
          <LangLink
            to={signUpPath(here)}
            // The action follows after signing up as well.
            onClick={followLinkFromModal}
            className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
          >
            {t('identity.to_sign_up')}
          </LangLink>
        </p>
      )}
    </div>
  );
}
