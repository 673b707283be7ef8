/**
 * Contact form (docs/ux.md#rule-30): validates a field on blur, on each key once it is invalid, and all fields on
 * submit, with an error summary at the top. A failed submit keeps the message.
 */

import { ApiError } from '@shop/contract/api/api-error';
import { formatPhone } from '@shop/core/identity/phone';
import type { RefusalCode } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/api.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/forms/ErrorSummary.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextArea, TextInput } from '../../ui/forms/TextInput.tsx';
import {
  CONTACT_FIELDS,
  type ContactField,
  contactMessage,
  contactProblems,
  EMPTY_CONTACT,
  type ContactForm as Typed,
} from './contact-form.ts';
import { type ContactPhoto, uploadPhoto } from './contact-photo.ts';
import { PhotoPicker } from './PhotoPicker.tsx';

/** Result of a sent message. */
export type SentMessage = { reference: string; name: string; email: string };

const fieldId = (field: ContactField) => `contact-${field}`;

/** Fills in the customer's name and contacts, and the order that a link names, where nothing is typed yet. */
function useFilledIn(setTyped: (change: (typed: Typed) => Typed) => void): void {
  const { me } = useSession();
  const [params] = useSearchParams();
  const order_number = params.get('order_number') ?? '';
  useEffect(() => {
    setTyped((typed) => ({
      ...typed,
      name: typed.name || me?.name || '',
      email: typed.email || me?.email || '',
      contact_number: typed.contact_number || formatPhone(me?.phone ?? ''),
      order_number: typed.order_number || order_number,
    }));
  }, [me, order_number, setTyped]);
}

export function ContactForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const t = useT();
  const lang = useLang();
  const [typed, setTyped] = useState<Typed>(EMPTY_CONTACT);
  useFilledIn(setTyped);
  const [photos, setPhotos] = useState<readonly ContactPhoto[]>([]);
  /** The number of the photo that is being uploaded; 0: none. */
  const [uploading, setUploading] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<ContactField>>(new Set());
  const [refused, setRefused] = useState<ApiError['errors']>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  // Reuses the key for the same message, so that a retry after a lost response creates no second ticket.
  const sending = useRef({ body: '', key: '' });

  const wrong = contactProblems(typed);
  const required = {
    subject: t('information.subject_required'),
    message: t('information.message_required'),
  };
  const textOf = (field: ContactField): string | null => {
    const problem = wrong[field];
    if (problem === 'required') return field in required ? required[field as keyof typeof required] : null;
    return problem === undefined ? (refused[field]?.[0] ?? null) : refusalText(problem, lang);
  };
  const problems = CONTACT_FIELDS.flatMap((field) => {
    const text = textOf(field);
    return text === null ? [] : [{ fieldId: fieldId(field), text }];
  });

  const field = (name: ContactField) => {
    const shown = seen.has(name);
    const error = shown ? textOf(name) : null;
    return { id: fieldId(name), error, valid: shown && error === null && typed[name].trim() !== '' };
  };
  const input = (name: ContactField) => ({
    name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      setRefused({ ...refused, [name]: [] });
    },
    onBlur: () => setSeen(new Set([...seen, name])),
  });

  /** Uploads the photos that are not at the server yet, and returns the ids of all. */
  async function uploadPhotos(): Promise<string[]> {
    const ids: string[] = [];
    for (const photo of photos) {
      setUploading(ids.length + 1);
      const { id } = await uploadPhoto(photo);
      ids.push(id);
      setPhotos((all) => all.map((each) => (each.key === photo.key ? { ...each, id } : each)));
    }
    setUploading(0);
    return ids;
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setSeen(new Set(CONTACT_FIELDS));
    setAttempt(attempt + 1);
    setFailure('');
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const message = contactMessage(typed, await uploadPhotos());
      const body = JSON.stringify(message);
      if (sending.current.body !== body) sending.current = { body, key: newIdempotencyKey() };
      const request = { body: message, query: langQuery(lang) };
      const { ticket } = await api('content.contactUs', request, { idempotencyKey: sending.current.key });
      onSent({ reference: ticket.reference, name: message.name, email: message.email });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.errors);
      // They are uploaded again with the next try.
      if (error.errors.photos) setPhotos(photos.map((photo) => ({ ...photo, id: null })));
      const elsewhere = ![...CONTACT_FIELDS, 'photos'].some((name) => error.errors[name]?.length);
      if (elsewhere) setFailure(FINAL.has(error.code) ? error.message : t('information.send_failed'));
      setAttempt(attempt + 2);
    } finally {
      setUploading(0);
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void send(event)}>
      <ErrorSummary problems={problems} attempt={attempt} />
      <Field label={t('information.name')} {...field('name')}>
        <TextInput {...input('name')} autoComplete="name" maxLength={100} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('information.email')} hint={t('information.email_hint')} {...field('email')}>
          <TextInput {...input('email')} type="email" autoComplete="email" {...EMAIL_TYPING} />
        </Field>
        <Field label={t('information.phone')} hint={t('information.phone_hint')} optional {...field('contact_number')}>
          <TextInput {...input('contact_number')} type="tel" autoComplete="tel" maxLength={30} />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('information.subject')} {...field('subject')}>
          <TextInput {...input('subject')} autoComplete="off" maxLength={150} />
        </Field>
        <Field label={t('information.order_number')} optional {...field('order_number')}>
          <TextInput
            {...input('order_number')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
          />
        </Field>
      </div>
      <Field label={t('information.message')} {...field('message')}>
        <TextArea {...input('message')} rows={6} autoComplete="off" maxLength={5000} />
      </Field>
      <PhotoPicker
        id="contact-photos"
        photos={photos}
        error={refused.photos?.[0] ?? null}
        onChange={(chosen) => {
          setPhotos(chosen);
          setRefused({ ...refused, photos: [] });
        }}
      />
      {/* Next to the pressed button, where the shopper is looking. */}
      <FormError text={failure} />
      <Button type="submit" wide busy={busy} className="sm:w-auto sm:justify-self-start">
        {uploading > 0
          ? t('information.photo_sending', { number: uploading, count: photos.length })
          : t('information.send')}
      </Button>
    </form>
  );
}

/** Refusals whose message says what to do; after any other error the shopper can simply retry. */
const FINAL: ReadonlySet<string> = new Set<RefusalCode>([
  'request.rate_limited',
  'request.too_large',
  'photo.unreadable',
]);
