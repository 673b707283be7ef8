/**
 * Form for order number and phone or email, which opens a guest's order (docs/spec.md §2 /track-order,
 * docs/ux.md#rule-34).
 */

import { ApiError } from '@shop/contract/api/api-error';
import { ROUTES } from '@shop/core/links/paths';
import { toQuery } from '@shop/core/links/query';
import { readOrderNumber } from '@shop/core/orders/order-number';
import { refusalText } from '@shop/core/refusal-text';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useGo } from '../../links.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { trackQuery } from '../order-queries.ts';
import { type TrackForm as Typed, trackProblems } from './track-form.ts';
import { trackedContact } from './tracked-contact.ts';

type TrackFormProps = {
  order_number?: string;
  /** The page of the order that follows. */
  page?: string;
};

export function TrackForm({ order_number = '', page = ROUTES.trackedOrder }: TrackFormProps) {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>({ order_number, contact: '' });
  const [seen, setSeen] = useState<ReadonlySet<keyof Typed>>(new Set());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  // The form hydrates late: text typed before that is only in its inputs.
  useEffect(() => {
    if (form.current === null) return;
    const early = new FormData(form.current);
    const earlyText = (field: keyof Typed) => String(early.get(field) ?? '');
    setTyped((now) => ({
      order_number: earlyText('order_number') || now.order_number,
      contact: earlyText('contact') || now.contact,
    }));
  }, []);

  const wrong = trackProblems(typed);
  const texts = {
    order_number: wrong.order_number === null ? null : t('orders.number_required'),
    contact:
      wrong.contact === null
        ? null
        : wrong.contact === 'required'
          ? t('orders.contact_required')
          : refusalText(wrong.contact, lang),
  };
  const inputProps = (field: keyof Typed) => ({
    name: field,
    value: typed[field],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value }),
    onBlur: () => setSeen(new Set([...seen, field])),
  });
  const errorOf = (field: keyof Typed) => (seen.has(field) ? texts[field] : null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setSeen(new Set(['order_number', 'contact']));
    const first = texts.order_number !== null ? 'order_number' : texts.contact !== null ? 'contact' : null;
    if (first !== null) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setFailure('');
    const contact = typed.contact.trim();
    try {
      const { order } = await queries.fetchQuery(trackQuery(lang, readOrderNumber(typed.order_number), contact));
      trackedContact.write(contact);
      go(`${page}${toQuery({ order_number: order.order_number })}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message || t('ui.error_network'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <FormError text={failure} />
      <Field label={t('orders.number')} hint={t('orders.number_hint')} error={errorOf('order_number')}>
        <TextInput
          {...inputProps('order_number')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </Field>
      <Field label={t('orders.contact')} hint={t('orders.contact_hint')} error={errorOf('contact')}>
        <TextInput {...inputProps('contact')} autoComplete="tel" {...EMAIL_TYPING} />
      </Field>
      <Button type="submit" wide busy={busy}>
        {t(page === ROUTES.trackedOrder ? 'orders.track' : 'identity.find_order')}
      </Button>
    </form>
  );
}
