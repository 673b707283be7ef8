/** The modal view "withdraw cancel confirm" (docs/spec.md §2): withdrawing a cancellation request is final. */

import { ApiError } from '@shop/contract/api/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import type { ModalViews } from '../../modals/modal-data.ts';
import { closeModal, confirmModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { refreshOrders } from '../order-queries.ts';

export function WithdrawCancel({ data: { id, order_number, proof } }: { data: ModalViews['WITHDRAW_CANCEL'] }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  async function withdraw(): Promise<void> {
    setBusy(true);
    try {
      const body = { order_number, ...proof, state: 'withdrawn' as const };
      await api('orders.withdrawCancellation', { params: { id }, body, query: langQuery(lang) });
      await refreshOrders(queries);
      toast(t('orders.withdrawn'), { kind: 'success' });
      confirmModal();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message || t('orders.cancel_failed'));
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      <p>{t('orders.withdraw_text', { number: order_number })}</p>
      <FormError text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void withdraw()}>
          {t('orders.withdraw')}
        </Button>
        <Button kind="secondary" onClick={closeModal}>
          {t('orders.withdraw_back')}
        </Button>
      </div>
    </div>
  );
}
