/** The modal view "forget password" (docs/spec.md §2). */
import { homePath, ROUTES } from '@shop/core/links/paths';
import { useLocation } from 'react-router';
import { useGo } from '../../links.tsx';
import { confirmModal, setModalTitle } from '../../modals/modal-store.ts';
import { safePath } from '../sign-in/safe-path.ts';
import { ForgetPasswordForm } from './ForgetPasswordForm.tsx';

export function ForgetPassword({ data: { login } }: { data: { login: string } }) {
  const go = useGo();
  const { pathname, search } = useLocation();
  return (
    <ForgetPasswordForm
      login={login}
      onNotice={() => setModalTitle('identity.recovered_title')}
      onDone={() => {
        // On the sign-in page, the navigation closes this view; elsewhere the shopper stays on the page.
        const then = new URLSearchParams(search).get('then');
        if (pathname === ROUTES.signIn) go(then === null ? homePath() : safePath(then), { replace: true });
        else confirmModal();
      }}
    />
  );
}
