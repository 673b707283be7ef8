/**
 * Form for order number and phone or email, which opens a guest's order (docs/spec.md §2 /track-order,
 * docs/ux.md#rule-34).
 */

import { ROUTES } from '@shop/core/links/paths';
import { toQuery } from '@shop/core/links/query';
import { useQueryClient } from '@tanstack/react-query';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useGo } from '../../links.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EMAIL_TYPING, TextInput } from '../../ui/forms/TextInput.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { trackQuery } from '../order-queries.ts';
import { buildTrackFields } from './track-form.ts';
import { trackedContact } from './tracked-contact.ts';

type TrackFormProps = {
  order_number?: string;
  /** The path of the page that the form opens. */
  page?: string;
};

export function TrackForm({ order_number = '', page = ROUTES.trackedOrder }: TrackFormProps) {
  const t = useT();
  const lang = useLang();
  const go = useGo();
  const queries = useQueryClient();
  const form = useForm({
    name: 'track',
    fields: buildTrackFields(order_number),
    shows: 'left',
    leadsTo: 'first field',
    async send({ order_number, contact }) {
      const { order } = await queries.fetchQuery(trackQuery(lang, order_number, contact));
      trackedContact.write(contact);
      go(`${page}${toQuery({ order_number: order.order_number })}`);
    },
    onFailure: ({ message }) => message || t('ui.error_network'),
  });
  const { field, input } = form;

  return (
    <Form form={form} className="grid gap-5">
      <FormError text={form.failure} />
      <Field label={t('orders.number')} hint={t('orders.number_hint')} {...field('order_number')}>
        <TextInput
          {...input('order_number')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </Field>
      <Field label={t('orders.contact')} hint={t('orders.contact_hint')} {...field('contact')}>
        <TextInput {...input('contact')} autoComplete="tel" {...EMAIL_TYPING} />
      </Field>
      <Button type="submit" wide busy={form.busy}>
        {t(page === ROUTES.trackedOrder ? 'orders.track' : 'identity.find_order')}
      </Button>
    </Form>
  );
}
