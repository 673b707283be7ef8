/**
 * Signs out on this device and goes home after 5 seconds (docs/spec.md §2, §9); `force=1` reports an ended session,
 * `removed=1` a removed account.
 */
import { homePath, signInPath } from '@shop/core/links/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import wavingSack from '../art/sack-waving.svg?no-inline';
import { useT } from '../i18n/MessagesProvider.tsx';
import { clearOtherShoppers, endSession } from '../identity/signed-in-customer.tsx';
import { LangLink, useGo } from '../links.tsx';
import { useBranch } from '../mini-program/branch.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from './Head.tsx';

/** docs/spec.md §9 "Logout redirect to home after 5 seconds". */
const REDIRECT_AFTER_S = 5;

/** Query parameters of /logout that have a message of their own. */
const REASONS = ['removed', 'force'] as const;
const REASON_TEXTS = { removed: 'layout.logout_removed', force: 'layout.logout_forced' } as const;

export function Component() {
  const t = useT();
  const go = useGo();
  const inBrowser = useBranch() === null;
  const [params] = useSearchParams();
  const reason = REASONS.find((each) => params.get(each) === '1') ?? null;
  const title = t(reason === 'removed' ? 'layout.logout_removed_title' : 'layout.logout_title');
  const [secondsLeft, setSecondsLeft] = useState<number | null>(REDIRECT_AFTER_S);

  const queries = useQueryClient();
  useEffect(() => {
    endSession();
    clearOtherShoppers(queries);
  }, [queries]);
  useEffect(() => {
    if (secondsLeft === null) return;
    if (secondsLeft === 0) return go(homePath(), { replace: true });
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft, go]);

  return (
    <div className="page-width">
      <Head title={title} noIndex />
      <EmptyState
        art={wavingSack}
        level={1}
        title={title}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {reason === 'force' && (
              <LangLink to={signInPath()} replace className={buttonClass()}>
                {t(inBrowser ? 'layout.sign_in' : 'tng.continue')}
              </LangLink>
            )}
            <LangLink to={homePath()} replace className={buttonClass(reason === 'force' ? 'secondary' : 'primary')}>
              {t('layout.logout_go')}
            </LangLink>
            {secondsLeft !== null && (
              <Button kind="secondary" onClick={() => setSecondsLeft(null)}>
                {t('layout.logout_stay')}
              </Button>
            )}
          </span>
        }
      >
        <p>{t(reason === null ? 'layout.logout_text' : REASON_TEXTS[reason])}</p>
        {secondsLeft !== null && (
          <p className="mt-2 text-sm tabular-nums">{t('layout.logout_countdown', { count: secondsLeft })}</p>
        )}
      </EmptyState>
    </div>
  );
}
