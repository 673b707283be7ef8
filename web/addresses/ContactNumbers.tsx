/** Edits contact numbers in place: title, number, default (docs/spec.md §3). */

import { ApiError } from '@shop/contract/api/api-error';
import { formatPhone } from '@shop/core/identity/phone';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountCard } from '../account/AccountCard.tsx';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { useStepFocus } from '../ui/forms/use-step-focus.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { type ContactResponse, contactsQuery, refreshContacts } from './address-queries.ts';

const ContactNumberForm = lazyHydrated(
  () => import('./ContactNumberForm.tsx').then((file) => file.ContactNumberForm),
  <Skeleton className="h-56 rounded-lg" />,
);

function ContactNumberRow({ contact, onEdit }: { contact: ContactResponse; onEdit: () => void }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();

  /** Whether Delete was pressed once: the second press deletes. */
  const [isConfirming, setConfirming] = useState(false);

  async function remove(): Promise<void> {
    setConfirming(false);
    try {
      await api('addresses.removeContact', { params: { id: contact.id }, query: langQuery(lang) });
      toast(t('addresses.contact_deleted'), { kind: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('addresses.failed'), { kind: 'error' });
    }
    await refreshContacts(queries);
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span dir="auto">{contact.title}</span>
          {contact.is_default && <Badge look="leaf">{t('addresses.default')}</Badge>}
        </p>
        <p className="text-ink-2">
          <bdi>{formatPhone(contact.number)}</bdi>
        </p>
      </div>
      <div className="flex gap-2">
        {isConfirming ? (
          <Button kind="secondary" size="compact" onClick={() => setConfirming(false)}>
            {t('addresses.keep')}
          </Button>
        ) : (
          <Button
            kind="secondary"
            size="compact"
            aria-label={t('addresses.edit_named', { name: contact.title })}
            onClick={onEdit}
          >
            {t('addresses.edit')}
          </Button>
        )}
        <Button
          kind={isConfirming ? 'danger' : 'quiet'}
          size="compact"
          aria-label={isConfirming ? undefined : t('addresses.delete_named', { name: contact.title })}
          onClick={() => (isConfirming ? void remove() : setConfirming(true))}
        >
          {t(isConfirming ? 'addresses.contact_delete_sure' : 'addresses.delete')}
        </Button>
      </div>
    </div>
  );
}

/** Skeleton of one number and the button below. */
function RowSkeleton() {
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Skeleton className="h-11.5 w-36" />
        <Skeleton className="h-11 w-36 rounded-md" />
      </div>
      <Skeleton className="h-11 w-48 rounded-md" />
    </>
  );
}

/** Skeleton of the numbers until the customer is loaded. */
export function ContactsSkeleton() {
  const t = useT();
  return (
    <AccountCard title={t('addresses.contacts')} text={t('addresses.contacts_text')}>
      <RowSkeleton />
    </AccountCard>
  );
}

/** The open form: none, a new number, or an existing one by id. */
type OpenForm = null | 'new' | (string & {});

export function ContactNumbers() {
  const t = useT();
  const { data, isError, refetch } = useQuery(contactsQuery(useLang(), useTokenScope()));
  const [open, setOpen] = useState<OpenForm>(null);
  const close = () => setOpen(null);
  const list = useStepFocus<HTMLDivElement>(open ?? 'none');
  return (
    <AccountCard title={t('addresses.contacts')} text={t('addresses.contacts_text')}>
      <div ref={list} tabIndex={-1} className="grid scroll-mt-[calc(var(--h-header)+1.5rem)] gap-4">
        {data === undefined && !isError && <RowSkeleton />}
        {data === undefined && isError && <ErrorBlock onRetry={() => void refetch()} />}
        {data?.data.length === 0 && open === null && <p className="text-ink-3">{t('addresses.contacts_none')}</p>}
        {data !== undefined && data.data.length > 0 && (
          <ul className="grid gap-3">
            {data.data.map((contact) => (
              <li key={contact.id} className="border-t border-line pt-3 first:border-0 first:pt-0">
                {open === contact.id ? (
                  <ContactNumberForm contact={contact} onDone={close} />
                ) : (
                  <ContactNumberRow contact={contact} onEdit={() => setOpen(contact.id)} />
                )}
              </li>
            ))}
          </ul>
        )}
        {open === 'new' && <ContactNumberForm contact={null} onDone={close} />}
        {data !== undefined && open === null && (
          <Button kind="secondary" size="compact" className="w-fit" onClick={() => setOpen('new')}>
            <Icon name="plus" className="size-5" />
            {t('addresses.contact_add')}
          </Button>
        )}
      </div>
    </AccountCard>
  );
}
