/**
 * /alerts/confirm: the link in a mail, which confirms an alert without signing in as soon as the page's script runs.
 */
import { ApiError } from '@shop/contract/api/api-error';
import type { ResponseOf } from '@shop/contract/api/client';
import { productPath } from '@shop/core/links/paths';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type AlertResult = ResponseOf<'alerts.confirm'> | { error: string };

export function Component() {
  const t = useT();
  return (
    <>
      <Head title={t('alerts.confirmed')} noIndex />
      <AlertConfirmation />
    </>
  );
}

function AlertConfirmation() {
  const t = useT();
  const lang = useLang();
  const token = new URLSearchParams(useLocation().search).get('token') ?? '';
  const [result, setResult] = useState<AlertResult | null>(token === '' ? { error: '' } : null);
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || token === '') return;
    isSent.current = true;
    api('alerts.confirm', { body: { token }, query: langQuery(lang) }).then(setResult, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setResult({ error: error.message });
    });
  }, [token, lang]);
  if (result === null) return <Skeleton className="mx-auto my-10 h-40 w-full max-w-md" />;
  if ('error' in result) {
    return (
      <EmptyState level={1} title={t('alerts.invalid')}>
        {result.error}
      </EmptyState>
    );
  }
  const { kind, state, product } = result;
  const { name, slug } = product;
  return (
    <EmptyState
      level={1}
      title={t(state === 'ended' ? 'alerts.ended' : 'alerts.confirmed')}
      action={
        <LangLink to={productPath(slug)} className={buttonClass()}>
          {t('alerts.product')}
        </LangLink>
      }
    >
      {state === 'ended' ? t('alerts.ended_text', { name }) : t(`alerts.confirmed_${kind}`, { name })}
    </EmptyState>
  );
}
