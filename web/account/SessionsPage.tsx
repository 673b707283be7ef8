/** /my-account/auth: lists sessions and linked logins, and ends or unlinks them. */

import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import { formatDate } from '@shop/core/dates';
import { formatDeviceName } from '@shop/core/identity/device-name';
import { accountPath } from '@shop/core/links/paths';
import type { RefusalCode } from '@shop/core/refusal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { langQuery, personalQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useWhenText } from '../i18n/use-when-text.ts';
import type { GoogleReturn, GoogleState } from '../identity/google/google.ts';
import { useGoogle } from '../identity/google/use-google.ts';
import { useGo } from '../links.tsx';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { FormError } from '../ui/forms/FormError.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { AccountCard } from './AccountCard.tsx';
import { AccountPage, CardSkeleton } from './AccountFrame.tsx';

type Logins = ResponseOf<'identity.logins'>;

/** Names of the providers, the same in every language. */
const PROVIDER_NAMES: Readonly<Record<Logins['logins'][number]['provider'], string>> = {
  google: 'Google',
  tng: 'Touch ’n Go',
};

/** Ends a session or unlinks a login, confirms it and refetches the list. */
function useEndAccess() {
  const t = useT();
  const queries = useQueryClient();
  const [busyId, setBusyId] = useState<string | null>(null);
  async function end(id: string, call: () => Promise<unknown>, message: string): Promise<void> {
    setBusyId(id);
    try {
      await call();
      toast(message, { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('account.failed'), { kind: 'error' });
    } finally {
      await queries.invalidateQueries({ queryKey: ['identity.logins'] });
      setBusyId(null);
    }
  }
  return { busyId, end };
}

function Sessions({ sessions }: { sessions: Logins['sessions'] }) {
  const t = useT();
  const formatWhen = useWhenText();
  const { busyId, end } = useEndAccess();
  const endSession = (id: string) =>
    void end(id, () => api('identity.endSession', { params: { id } }), t('account.session_ended'));
  return (
    <AccountCard title={t('account.sessions')}>
      <ul className="grid gap-3">
        {sessions.map((each) => (
          <li
            key={each.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3 first:border-0 first:pt-0"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <bdi className="break-words">{formatDeviceName(each.device)}</bdi>
                {each.is_current && <Badge look="leaf">{t('account.this_device')}</Badge>}
              </p>
              <p className="text-sm text-ink-3">
                {t('account.session_used', { when: formatWhen(String(each.last_used_at)) })}
              </p>
            </div>
            {!each.is_current && (
              <Button
                kind="secondary"
                size="compact"
                busy={busyId === each.id}
                aria-label={t('account.session_end_named', { device: formatDeviceName(each.device) })}
                onClick={() => endSession(each.id)}
              >
                {t('account.session_end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          kind="danger-quiet"
          className="sm:w-fit"
          busy={busyId === 'others'}
          onClick={() => endSession('others')}
        >
          {t('account.sessions_end_others')}
        </Button>
      )}
    </AccountCard>
  );
}

/**
 * Links the Google login that /signin passes on in the history state or that the app's dialog returns, and returns the
 * outcome. Reads the history state once.
 */
function useGoogleLink() {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const queries = useQueryClient();
  const location = useLocation();
  const [outcome, setOutcome] = useState<'linking' | 'linked' | { failure: string } | null>(null);

  async function link(result: GoogleReturn): Promise<void> {
    if (result.kind === 'cancelled') return setOutcome({ failure: t('account.google_cancelled') });
    if (result.kind === 'failed') return setOutcome({ failure: t('account.google_failed') });
    setOutcome('linking');
    try {
      await api('identity.link', { params: { provider: 'google' }, query: langQuery(lang), body: result.body });
      await queries.invalidateQueries({ queryKey: ['identity.logins'] });
      setOutcome('linked');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The message of this refusal is about signing in, not about linking.
      const status = error.code === ('auth.google_failed' satisfies RefusalCode) ? '' : error.message;
      setOutcome({ failure: status || t('account.google_failed') });
    }
  }

  const newestLink = useRef(link);
  newestLink.current = link;
  const state: Partial<GoogleState> | null = location.state;
  const result = state?.google;
  useEffect(() => {
    if (result === undefined) return;
    // Clears the result from the history entry, so that a reload does not link again.
    go(accountPath('logins'), { replace: true, preventScrollReset: true });
    void newestLink.current(result);
  }, [result, go]);
  return { outcome, forget: () => setOutcome(null), link };
}

/** Links Google and shows the result. */
function GoogleLinkSection({ isLinked }: { isLinked: boolean }) {
  const t = useT();
  const google = useGoogle();
  const { outcome, forget, link } = useGoogleLink();
  const failure = typeof outcome === 'object' && outcome !== null ? outcome.failure : '';
  const status =
    outcome === 'linking'
      ? t('account.google_linking')
      : outcome === 'linked' && isLinked
        ? t('account.google_linked')
        : '';
  const box = useRef<HTMLDivElement>(null);
  // After the redirect from Google, the page is at its top: scroll here.
  useEffect(() => {
    if (outcome !== null) box.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);
  return (
    <div ref={box} className="grid gap-4">
      <FormError text={failure} />
      <p role="status" className="flex items-center gap-2 font-semibold empty:hidden">
        {status !== '' && <Icon name={outcome === 'linked' ? 'check-circle' : 'info'} className="size-5 text-action" />}
        {status}
      </p>
      {google !== null && !isLinked && (
        <Button
          kind="secondary"
          className="sm:w-fit"
          busy={google.busy || outcome === 'linking'}
          onClick={() => {
            forget();
            google.leave({ purpose: 'link', leadsTo: accountPath('logins') }, link);
          }}
        >
          <Icon name="google-logo" className="size-5" />
          {t('account.link_google')}
        </Button>
      )}
    </div>
  );
}

function LinkedLogins({ logins }: { logins: Logins['logins'] }) {
  const t = useT();
  const lang = useLang();
  const { busyId, end } = useEndAccess();
  return (
    <AccountCard title={t('account.linked')}>
      {logins.length === 0 && <p className="text-ink-2">{t('account.linked_none')}</p>}
      <ul className="grid gap-3 empty:hidden">
        {logins.map(({ provider, email, created_at }) => (
          <li key={provider} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="font-semibold">{PROVIDER_NAMES[provider]}</p>
              <p className="text-sm text-ink-3">
                <bdi className="break-all">{email}</bdi>{' '}
                {t('account.linked_since', { when: formatDate(created_at, lang) })}
              </p>
            </div>
            <Button
              kind="secondary"
              size="compact"
              busy={busyId === provider}
              onClick={() =>
                void end(provider, () => api('identity.unlink', { params: { provider } }), t('account.unlinked'))
              }
            >
              {t('account.unlink')}
            </Button>
          </li>
        ))}
      </ul>
      <GoogleLinkSection isLinked={logins.some(({ provider }) => provider === 'google')} />
    </AccountCard>
  );
}

function LoginLists() {
  const { data, isError, refetch } = useQuery(personalQuery('identity.logins', useLang(), {}, useTokenScope(), 0));
  if (data === undefined) return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <CardSkeleton />;
  return (
    <>
      <Sessions sessions={data.sessions} />
      <LinkedLogins logins={data.logins} />
    </>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.logins')} text={t('account.sessions_text')}>
      {() => <LoginLists />}
    </AccountPage>
  );
}
