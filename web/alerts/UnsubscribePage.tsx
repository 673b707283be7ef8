/**
 * /alerts/end and /unsubscribe: the links at the end of mails, which need no sign-in. A button ends the mails, because
 * mail scanners open links by themselves; without JavaScript its form posts to the same address.
 */
import { ApiError } from '@shop/contract/api/api-error';
import { productPath, ROUTES } from '@shop/core/links/paths';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Head } from '../layout/Head.tsx';
import { LangLink } from '../links.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** The outcome of the form. `product`: the alert's product; null for marketing mails, and without JavaScript. */
type UnsubscribeResult =
  | { state: 'ended'; product: { slug: string; name: string } | null }
  | { state: 'invalid'; text: string };

/** Parses the result in the address after the form was sent without JavaScript; null before. */
function parseResult(query: URLSearchParams): UnsubscribeResult | null {
  const result = query.get('result');
  if (result === 'ended') return { state: 'ended', product: null };
  return result === 'invalid' ? { state: 'invalid', text: '' } : null;
}

export function Component() {
  const t = useT();
  const lang = useLang();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isAlert = pathname === ROUTES.endAlert;
  const [result, setResult] = useState(() => parseResult(query));
  const title = isAlert ? t('unsubscribe.alert') : t('unsubscribe.marketing');

  async function end(): Promise<UnsubscribeResult> {
    const request = { body: { token: query.get('token') ?? '' }, query: langQuery(lang) };
    if (isAlert) return { state: 'ended', product: (await api('alerts.end', request)).product };
    await api('notifications.unsubscribe', request);
    return { state: 'ended', product: null };
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    end().then(setResult, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setResult({ state: 'invalid', text: error.message });
    });
  }

  return (
    <>
      <Head title={title} noIndex />
      {result === null ? (
        <EmptyState
          level={1}
          title={title}
          action={
            <form method="post" onSubmit={submit}>
              <input type="hidden" name="from" value="page" />
              <Button type="submit">{t('unsubscribe.button')}</Button>
            </form>
          }
        />
      ) : (
        <UnsubscribeOutcome result={result} isAlert={isAlert} />
      )}
    </>
  );
}

function UnsubscribeOutcome({ result, isAlert }: { result: UnsubscribeResult; isAlert: boolean }) {
  const t = useT();
  if (result.state === 'invalid') {
    return (
      <EmptyState level={1} title={t('alerts.invalid')}>
        {result.text}
      </EmptyState>
    );
  }
  const { product } = result;
  if (!isAlert) {
    return (
      <EmptyState level={1} title={t('unsubscribe.done')}>
        {t('unsubscribe.done_text')}
      </EmptyState>
    );
  }
  if (product === null) return <EmptyState level={1} title={t('alerts.ended')} />;
  return (
    <EmptyState
      level={1}
      title={t('alerts.ended')}
      action={
        <LangLink to={productPath(product.slug)} className={buttonClass()}>
          {t('alerts.product')}
        </LangLink>
      }
    >
      {t('alerts.ended_text', { name: product.name })}
    </EmptyState>
  );
}
