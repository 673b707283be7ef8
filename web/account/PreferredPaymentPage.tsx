/** /my-account/payment: the preferred payment method. docs/spec.md §1 "Card details are not saved." */

import { ApiError } from '@shop/contract/api/api-error';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { preferredPaymentQuery, usePaymentMethods } from '../checkout/payment/payment-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { RadioCard } from '../ui/forms/RadioCard.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { AccountPage, CardSkeleton } from './AccountFrame.tsx';
import { SavedMessage } from './SavedMessage.tsx';

function PaymentChoice() {
  const t = useT();
  const lang = useLang();
  const scope = useTokenScope();
  const queries = useQueryClient();
  const methods = usePaymentMethods();
  const query = preferredPaymentQuery(lang, scope);
  const preference = useQuery(query);
  const [isSaved, setIsSaved] = useState(false);

  /** Updates optimistically; rolls back if the server refuses. */
  async function prefer(code: string | null): Promise<void> {
    const before = preference.data;
    const payment_method = methods.data?.data.find((each) => each.code === code) ?? null;
    setIsSaved(false);
    queries.setQueryData(query.queryKey, { payment_method });
    try {
      await api('payments.prefer', { body: { payment_method: code }, query: langQuery(lang) });
      setIsSaved(true);
      toast(t('account.saved'), { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      queries.setQueryData(query.queryKey, before);
      toast(error.message || t('account.failed'), { kind: 'error' });
    }
  }

  if (methods.isError || preference.isError) {
    const retry = () => void Promise.all([methods.refetch(), preference.refetch()]);
    return <ErrorBlock onRetry={retry} />;
  }
  if (methods.data === undefined || preference.data === undefined) return <CardSkeleton />;
  const chosenCode = preference.data.payment_method?.code ?? null;
  return (
    <fieldset className="grid gap-3">
      <legend className="float-start mb-3 w-full font-display text-lg font-bold">{t('account.payment_legend')}</legend>
      {methods.data.data.map(({ code, name, note }) => (
        <RadioCard
          key={code}
          name="payment"
          title={name}
          note={note}
          checked={chosenCode === code}
          onChange={() => void prefer(code)}
        />
      ))}
      <RadioCard
        name="payment"
        title={t('account.payment_none')}
        note={t('account.payment_none_note')}
        checked={chosenCode === null}
        onChange={() => void prefer(null)}
      />
      <SavedMessage saved={isSaved} />
    </fieldset>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.payment')}>
      {() => (
        <>
          <p className="flex items-start gap-3 rounded-lg bg-pandan-50 p-4">
            <Icon name="shield-check" className="mt-0.5 size-5 shrink-0 text-action" />
            <span>
              <strong className="block">{t('account.payment_note')}</strong>
              {t('account.payment_text')}
            </span>
          </p>
          <PaymentChoice />
        </>
      )}
    </AccountPage>
  );
}
