/** /my-account/address: the address book and the contact numbers. */

import { ApiError } from '@shop/contract/api/api-error';
import { type AddressParts, checkAddress } from '@shop/core/addresses/completeness';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AccountPage } from '../account/AccountFrame.tsx';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import wavingSack from '../art/sack-waving.svg?no-inline';
import { LazyRefusalText } from '../cart/add/LazyRefusalText.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { openModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { AddressLines } from './AddressLines.tsx';
import { addressBookQuery, refreshAddresses, type SavedAddressResponse } from './address-queries.ts';
import { ContactNumbers, ContactsSkeleton } from './ContactNumbers.tsx';

const CARD_CLASSES = 'grid content-start gap-3 rounded-xl border border-line bg-surface p-5';

function AddressCard({ address }: { address: SavedAddressResponse }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const name = [address.recipient, address.city].filter(Boolean).join(', ');
  const refusal = checkAddress(address);

  async function makeDefault(): Promise<void> {
    try {
      const request = { params: { id: address.id }, body: { is_default: true }, query: langQuery(lang) };
      await api('addresses.change', request);
      await refreshAddresses(queries);
      toast(t('addresses.default_set'), { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('addresses.failed'), { kind: 'error' });
    }
  }

  return (
    <li className={CARD_CLASSES}>
      {address.is_default && (
        <Badge look="leaf" className="w-fit">
          <Icon name="check" className="size-3.5" />
          {t('addresses.default')}
        </Badge>
      )}
      <AddressLines address={address} />
      {refusal !== null && (
        <p className="flex items-start gap-1.5 rounded-xs bg-kunyit-50 px-3 py-2 text-sm text-coin-ink">
          <Icon name="warning" className="mt-px size-4 shrink-0" />
          <LazyRefusalText refused={refusal} />
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        <Button
          kind="secondary"
          size="compact"
          aria-haspopup="dialog"
          aria-label={t('addresses.edit_named', { name })}
          onClick={() => openModal('ADDRESS', { address })}
        >
          {t('addresses.edit')}
        </Button>
        <Button
          kind="quiet"
          size="compact"
          aria-haspopup="dialog"
          aria-label={t('addresses.delete_named', { name })}
          onClick={() => openModal('DELETE_ADDRESS', { address })}
        >
          {t('addresses.delete')}
        </Button>
        {!address.is_default && refusal === null && (
          <Button kind="quiet" size="compact" onClick={() => void makeDefault()}>
            {t('addresses.set_default')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Skeleton of two addresses and the button above them. */
function AddressBookSkeleton() {
  return (
    <>
      <Skeleton className="h-12 w-48 rounded-md" />
      <div className="grid gap-4 md:grid-cols-2" aria-hidden>
        <AddressCardSkeleton />
        <AddressCardSkeleton />
      </div>
    </>
  );
}

/** Skeleton of an address: name, contact, two address lines, buttons. */
function AddressCardSkeleton() {
  return (
    <div className={CARD_CLASSES}>
      <Skeleton className="h-5.5 w-16" />
      <div className="grid gap-2">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-2/3" />
      </div>
      <div className="mt-auto flex gap-2">
        <Skeleton className="h-11 w-20 rounded-md" />
        <Skeleton className="h-11 w-20 rounded-md" />
      </div>
    </div>
  );
}

function AddressBook({ start }: { start: AddressParts }) {
  const t = useT();
  const { data, isError, refetch } = useQuery(addressBookQuery(useLang(), useTokenScope()));
  if (data === undefined) return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <AddressBookSkeleton />;
  const add = (
    <Button
      aria-haspopup="dialog"
      className="w-fit"
      onClick={() => openModal('ADDRESS', { address: null, start }, { closeOnOutside: false })}
    >
      <Icon name="plus" className="size-5" />
      {t('addresses.add')}
    </Button>
  );
  if (data.data.length === 0) {
    return (
      <EmptyState art={wavingSack} title={t('addresses.first')} action={add}>
        {t('addresses.first_text')}
      </EmptyState>
    );
  }
  return (
    <>
      {add}
      <ul className="grid gap-4 md:grid-cols-2">
        {data.data.map((address) => (
          <AddressCard key={address.id} address={address} />
        ))}
      </ul>
    </>
  );
}

export function Component() {
  const t = useT();
  const skeleton = (
    <>
      <AddressBookSkeleton />
      <ContactsSkeleton />
    </>
  );
  return (
    <AccountPage title={t('account.address_book')} skeleton={skeleton}>
      {(me) => (
        <>
          {/* Starts with the customer's name and contacts (docs/ux.md#rule-31). */}
          <AddressBook start={{ recipient: me.name, email: me.email, contact_number: me.phone }} />
          <ContactNumbers />
        </>
      )}
    </AccountPage>
  );
}
