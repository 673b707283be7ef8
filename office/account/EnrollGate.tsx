import { Button } from '@mui/material';
import { useLogout } from 'ra-core';
import { setMustEnroll } from '../api/session.ts';
import { useText } from '../i18n/text.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** Replaces every screen until the account has the second factor that its roles require. */
export function EnrollGate() {
  const t = useText();
  const logout = useLogout();
  return (
    <main className="gate">
      <div className="card stack">
        <h1>{t('account.enroll_title')}</h1>
        <p>{t('account.enroll_text')}</p>
        <SecondFactorForm onDone={() => setMustEnroll(false)} />
        <Button variant="text" color="secondary" onClick={() => logout()}>
          {t('user.sign_out')}
        </Button>
      </div>
    </main>
  );
}
