/** Locks the office in all tabs after 30 minutes without input, and covers it until the password is entered. */
import { Button } from '@mui/material';
import { useLogout } from 'ra-core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { lockSession, unlockSession } from '../api/auth-provider.ts';
import { currentSession, isLocked, noteActivity, onSessionChange, readLastActivity } from '../api/session.ts';
import { useText } from '../i18n/text.ts';
import { SignInForm } from '../sign-in/SignInForm.tsx';

const IDLE_MS = 30 * 60_000;
const CHECK_INTERVAL_MS = 15_000;
/** Minimum time between two writes of the last activity. */
const NOTE_INTERVAL_MS = 5_000;

/** Locks after `IDLE_MS` without activity in any tab. */
function useIdleLock(): void {
  useEffect(() => {
    let notedAt = 0;
    const note = () => {
      const now = Date.now();
      if (now - notedAt < NOTE_INTERVAL_MS || isLocked()) return;
      notedAt = now;
      noteActivity(now);
    };
    const check = () => {
      if (currentSession() !== null && Date.now() - readLastActivity() >= IDLE_MS && !isLocked()) lockSession();
    };
    check();
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    const activityEvents = ['pointerdown', 'keydown', 'touchstart', 'wheel'] as const;
    for (const name of activityEvents) window.addEventListener(name, note, { passive: true, capture: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      for (const name of activityEvents) window.removeEventListener(name, note, { capture: true });
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
}

export function LockScreen() {
  const t = useText();
  const logout = useLogout();
  useIdleLock();
  const locked = useSyncExternalStore(onSessionChange, isLocked);
  const cover = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // A native modal dialog makes everything below it inert.
    if (locked) cover.current?.showModal();
  }, [locked]);
  const email = currentSession()?.staff.email ?? '';
  if (!locked) return null;
  return (
    <dialog
      ref={cover}
      className="gate gate-cover lock"
      aria-labelledby="locked"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="card stack">
        <h1 id="locked">{t('lock.title')}</h1>
        <p>{t('lock.text', { email })}</p>
        <SignInForm email={email} submit={t('lock.submit')} onSubmit={unlockSession} />
        <Button variant="text" color="secondary" onClick={() => logout()}>
          {t('lock.other')}
        </Button>
      </div>
    </dialog>
  );
}
