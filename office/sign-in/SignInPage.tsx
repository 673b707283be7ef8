import { useLogin } from 'ra-core';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { currentSession } from '../api/session.ts';
import { useText } from '../i18n/text.ts';
import { LanguageSwitch } from '../layout/LanguageSwitch.tsx';
import { useShopName } from '../layout/use-shop-name.ts';
import { SignInForm } from './SignInForm.tsx';

/** Signs in, and returns to the page that required it. */
export function SignInPage() {
  const t = useText();
  const login = useLogin();
  const shop = useShopName();
  useEffect(() => {
    document.title = `${t('sign_in.title')} · ${shop}`;
  }, [t, shop]);
  // Read once: only an earlier session redirects from here. Signing in on this page navigates by itself.
  const [isSignedIn] = useState(currentSession() !== null);
  if (isSignedIn) return <Navigate to="/" replace />;
  return (
    <main className="gate">
      <div className="card stack">
        <p className="display">{shop}</p>
        <h1>{t('sign_in.title')}</h1>
        <SignInForm submit={t('sign_in.submit')} onSubmit={login} />
        <LanguageSwitch />
      </div>
    </main>
  );
}
