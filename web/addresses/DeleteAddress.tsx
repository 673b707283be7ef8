/** The modal view "delete address" (docs/spec.md §2): shows the address and confirms its deletion. */

import { ApiError } from '@shop/contract/api/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { checkoutActions, restoreCheckout } from '../checkout/checkout-store.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import type { DeleteAddressData } from '../modals/modal-data.ts';
import { closeModal, confirmModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { AddressLines } from './AddressLines.tsx';
import { refreshAddresses } from './address-queries.ts';

export function DeleteAddress({ data: { address } }: { data: DeleteAddressData }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await api('addresses.remove', { params: { id: address.id }, query: langQuery(lang) });
      // docs/spec.md §4 "Deleting an address clears it from billing or shipping".
      await restoreCheckout();
      checkoutActions.forgetAddress(address);
      toast(t('addresses.deleted'), { kind: 'success' });
      await refreshAddresses(queries);
      confirmModal();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('addresses.failed'), { kind: 'error' });
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      <p>{t('addresses.delete_sure')}</p>
      <div className="rounded-lg bg-sunken p-4">
        <AddressLines address={address} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="danger" busy={busy} onClick={() => void remove()}>
          {t('addresses.delete')}
        </Button>
        <Button kind="secondary" onClick={closeModal}>
          {t('addresses.keep')}
        </Button>
      </div>
    </div>
  );
}
