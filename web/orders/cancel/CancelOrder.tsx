/** The modal view "cancel order" (docs/spec.md §2): requests the cancellation with a reason. Staff decide on it. */

import { ApiError } from '@shop/contract/api/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import type { CancelOrderData } from '../../modals/modal-data.ts';
import { closeModal, confirmModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { registerBar } from '../../ui/bars.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RadioCard } from '../../ui/forms/RadioCard.tsx';
import { TextArea } from '../../ui/forms/TextInput.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { refreshOrders } from '../order-queries.ts';

const CANCELLATION_REASONS = ['mistake', 'change', 'late', 'price', 'other'] as const;

/** Maximum characters of the details; together with the reason they stay below the API's 1,000. */
const MAX_DETAILS_LENGTH = 500;

export function CancelOrder({ data: { order_number, proof } }: { data: CancelOrderData }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const [reason, setReason] = useState<(typeof CANCELLATION_REASONS)[number] | null>(null);
  const [details, setDetails] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (reason === null) return setFailure(t('orders.cancel_reason_required'));
    setBusy(true);
    const text = [t(`orders.cancel_reason_${reason}`), details.trim()].filter(Boolean).join(': ');
    try {
      const body = { order_number, ...proof, reason: text };
      await api('orders.requestCancellation', { body, query: langQuery(lang) });
      await refreshOrders(queries);
      toast(t('orders.cancel_done'), { kind: 'success' });
      confirmModal();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message || t('orders.cancel_failed'));
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p className="text-ink-2">{t('orders.cancel_text')}</p>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-semibold">{t('orders.cancel_reason')}</legend>
        {CANCELLATION_REASONS.map((each) => (
          <RadioCard
            key={each}
            name="reason"
            title={t(`orders.cancel_reason_${each}`)}
            checked={reason === each}
            onChange={() => {
              setReason(each);
              setFailure('');
            }}
          />
        ))}
      </fieldset>
      <Field optional label={t('orders.cancel_details')}>
        <TextArea
          name="details"
          value={details}
          maxLength={MAX_DETAILS_LENGTH}
          onChange={(event) => setDetails(event.target.value)}
        />
      </Field>
      {/* An error beside the buttons, where the shopper is looking. The bar covers the padding below it. */}
      <div
        ref={registerBar}
        className="sticky bars-scroll:static -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-surface px-5 py-4"
      >
        <FormError text={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="danger" busy={busy}>
            {t('orders.cancel_send')}
          </Button>
          <Button kind="secondary" onClick={closeModal}>
            {t('orders.cancel_keep')}
          </Button>
        </div>
      </div>
    </form>
  );
}
