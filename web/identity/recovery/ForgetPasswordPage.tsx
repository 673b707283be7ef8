/** /forget-password: password recovery (docs/spec.md §2). */
import { homePath, signInPath } from '@shop/core/links/paths';
import { useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink, useGo } from '../../links.tsx';
import { IdentityCard } from '../IdentityCard.tsx';
import { ForgetPasswordForm } from './ForgetPasswordForm.tsx';

export function Component() {
  const t = useT();
  const go = useGo();
  const [isRecovered, setRecovered] = useState(false);
  const title = t(isRecovered ? 'identity.recovered_title' : 'identity.forget_title');
  return (
    <IdentityCard greeting="back" title={title}>
      <Head title={title} noIndex />
      <ForgetPasswordForm
        login=""
        onNotice={() => setRecovered(true)}
        onDone={() => go(homePath(), { replace: true })}
      />
      {!isRecovered && (
        <p className="border-t border-line pt-2 text-sm">
          <LangLink
            to={signInPath()}
            className="inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4"
          >
            {t('identity.to_sign_in')}
          </LangLink>
        </p>
      )}
    </IdentityCard>
  );
}
