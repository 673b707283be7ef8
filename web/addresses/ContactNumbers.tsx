/** Edits contact numbers in place: title, number, default (docs/spec.md §3). */
import { formatPhone, isContactNumber, toE164 } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AccountCard } from '../account/AccountFrame.tsx';
import { ApiError, api } from '../api.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { langQuery } from '../query-client.ts';
import { useTokenScope } from '../tokens.ts';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { ErrorSummary } from '../ui/forms/ErrorSummary.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { useStepFocus } from '../ui/forms/use-step-focus.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { readPhone } from './address-form.ts';
import { type ContactAnswer, contactsQuery, refreshContacts } from './address-queries.ts';

type ContactFormProps = { contact: ContactAnswer | null; onDone: () => void };

function ContactForm({ contact, onDone }: ContactFormProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const [title, setTitle] = useState(contact?.title ?? '');
  const [number, setNumber] = useState((contact?.number ?? '').replace(/^\+60/, ''));
  const [isDefault, setDefault] = useState(contact?.is_default ?? false);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  const phone = readPhone(number);
  const wrongTitle = title.trim() === '' ? t('addresses.contact_title_required') : null;
  const wrongNumber =
    number.trim() === ''
      ? t('addresses.contact_number_required')
      : isContactNumber(phone)
        ? null
        : refusalText(refusal('phone.invalid'), lang);
  const problems = [
    { fieldId: 'contact-title', text: wrongTitle },
    { fieldId: 'contact-number', text: wrongNumber },
  ].flatMap(({ fieldId, text }) => (text === null ? [] : [{ fieldId, text }]));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (busy || problems.length > 0) return;
    setBusy(true);
    const body = { title: title.trim(), number: toE164(phone) ?? phone, is_default: isDefault };
    const query = langQuery(lang);
    try {
      if (contact === null) await api('addresses.addContact', { body, query });
      else await api('addresses.changeContact', { params: { id: contact.id }, body, query });
      await refreshContacts(queries);
      toast(t('addresses.contact_saved'), { kind: 'success' });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message || t('addresses.failed'), { kind: 'error' });
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-4 rounded-lg bg-sunken p-4" onSubmit={(event) => void save(event)}>
      <ErrorSummary problems={problems} attempt={attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="contact-title"
          label={t('addresses.contact_title')}
          hint={t('addresses.contact_title_hint')}
          error={attempt > 0 ? wrongTitle : null}
        >
          <TextInput
            name="title"
            value={title}
            maxLength={60}
            autoFocus
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <Field
          id="contact-number"
          label={t('addresses.contact_number')}
          hint={t('addresses.phone_hint')}
          error={attempt > 0 ? wrongNumber : null}
        >
          <TextInput
            name="number"
            type="tel"
            inputMode="tel"
            prefix="+60"
            dir="ltr"
            value={number}
            maxLength={20}
            onChange={(event) => setNumber(event.target.value)}
          />
        </Field>
      </div>
      {!contact?.is_default && (
        <Checkbox className="-ms-2.5" checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
          {t('addresses.set_default')}
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="compact" busy={busy}>
          {t('addresses.contact_save')}
        </Button>
        <Button kind="secondary" size="compact" onClick={onDone}>
          {t('addresses.cancel')}
        </Button>
      </div>
    </form>
  );
}

function ContactRow({ contact, onEdit }: { contact: ContactAnswer; onEdit: () => void }) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();

  async function remove(): Promise<void> {
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
        <Button
          kind="secondary"
          size="compact"
          aria-label={t('addresses.edit_named', { name: contact.title })}
          onClick={onEdit}
        >
          {t('addresses.edit')}
        </Button>
        <Button
          kind="quiet"
          size="compact"
          aria-label={t('addresses.delete_named', { name: contact.title })}
          onClick={() => void remove()}
        >
          {t('addresses.delete')}
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
type Open = null | 'new' | (string & {});

export function ContactNumbers() {
  const t = useT();
  const { data, isError, refetch } = useQuery(contactsQuery(useLang(), useTokenScope()));
  const [open, setOpen] = useState<Open>(null);
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
                  <ContactForm contact={contact} onDone={close} />
                ) : (
                  <ContactRow contact={contact} onEdit={() => setOpen(contact.id)} />
                )}
              </li>
            ))}
          </ul>
        )}
        {open === 'new' && <ContactForm contact={null} onDone={close} />}
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
