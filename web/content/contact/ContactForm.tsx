/** Contact form. The typed message survives a failed submit. */

import { ApiError } from '@shop/contract/api/api-error';
import { formatPhone } from '@shop/core/identity/phone';
import type { RefusalCode } from '@shop/core/refusal';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { createRandomId } from '../../random-id.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextArea, TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { CONTACT_FIELDS } from './contact-form.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import { usePhotoUploads } from './use-photo-uploads.ts';

/** The ticket's reference and sender, for the confirmation. */
export type SentMessage = { reference: string; name: string; email: string };

export function ContactForm({ onSent }: { onSent: (message: SentMessage) => void }) {
  const t = useT();
  const lang = useLang();
  const photos = usePhotoUploads();
  // Reuses the key for the same message, so that a retry after a lost response creates no second ticket.
  const lastRequest = useRef({ body: '', key: '' });
  const form = useForm({
    name: 'contact',
    fields: CONTACT_FIELDS,
    shows: 'left',
    marksValid: true,
    leadsTo: 'summary',
    async send(typed) {
      try {
        const ids = await photos.upload();
        const message = { ...typed, ...(ids.length > 0 && { photos: ids }) };
        const body = JSON.stringify(message);
        if (lastRequest.current.body !== body) lastRequest.current = { body, key: createRandomId() };
        const request = { body: message, query: langQuery(lang) };
        const { ticket } = await api('content.contactUs', request, { idempotencyKey: lastRequest.current.key });
        onSent({ reference: ticket.reference, name: message.name, email: message.email });
      } catch (error) {
        const [text] = error instanceof ApiError ? (error.errors.photos ?? []) : [];
        if (text !== undefined) photos.refuse(text);
        throw error;
      }
    },
    onFailure({ code, errors, message }) {
      if (errors.photos?.length) return '';
      return FINAL_REFUSALS.has(code) ? message : t('information.send_failed');
    },
  });
  const { field, input, fillIn } = form;

  // Fills in the customer's name and contacts, and the order that a link names.
  const { me } = useSession();
  const [params] = useSearchParams();
  const order_number = params.get('order_number') ?? '';
  useEffect(() => {
    const contact_number = formatPhone(me?.phone ?? '');
    fillIn({ name: me?.name ?? '', email: me?.email ?? '', contact_number, order_number });
  }, [me, order_number, fillIn]);

  return (
    <Form form={form} className="grid gap-5">
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
      <PhotoPicker id="contact-photos" photos={photos} />
      {/* An error next to the pressed button, where the shopper is looking. */}
      <FormError text={form.failure} />
      <Button type="submit" wide busy={form.busy} className="sm:w-auto sm:justify-self-start">
        {photos.uploadingNumber > 0
          ? t('information.photo_sending', { number: photos.uploadingNumber, count: photos.photos.length })
          : t('information.send')}
      </Button>
    </Form>
  );
}

/** Refusals whose message says what to do; after any other error the shopper can retry unchanged. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set<RefusalCode>([
  'request.rate_limited',
  'request.too_large',
  'photo.unreadable',
]);
