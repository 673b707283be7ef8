/**
 * Creates or edits a saved address with the checkout's fields; validates on blur, and all fields on save
 * (docs/ux.md#rule-30). Used in the modal view "address view/edit".
 */

import type { AddressParts } from '@shop/core/addresses/completeness';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { readStartValues } from '../ui/forms/form-table.ts';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toasts/toast.ts';
import { AddressFields } from './AddressFields.tsx';
import { proposeTitle, toAddressForm, toSavedAddress } from './address-form.ts';
import { addressBookQuery, refreshAddresses, type SavedAddressResponse, statesQuery } from './address-queries.ts';
import { useAddressFields, usePlace } from './use-address-fields.ts';

type AddressEditorProps = {
  /** Null for a new address. */
  address: SavedAddressResponse | null;
  /** Initial values of a new address. */
  start?: AddressParts;
  onSaved: (address: SavedAddressResponse) => void;
  onCancel: () => void;
};

export function AddressEditor({ address, start, onSaved, onCancel }: AddressEditorProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const { data: states } = useQuery(statesQuery(lang));
  const { data: book } = useQuery(addressBookQuery(lang, useTokenScope()));
  const table = { ...useAddressFields({ needsTitle: true }), is_default: { start: address?.is_default ?? false } };
  const [initialValues] = useState(() => {
    const title = proposeTitle(t('addresses.home'), book?.data.map((each) => each.title) ?? []);
    return { ...readStartValues(table), ...toAddressForm(address ?? start ?? null), title: address?.title ?? title };
  });
  const form = useForm({
    name: 'shipping',
    fields: table,
    start: initialValues,
    shows: 'left',
    // An incomplete saved address shows its errors at once.
    showsAllErrors: address !== null,
    marksValid: true,
    leadsTo: 'summary',
    async send(_, values) {
      const state = states?.data.find(({ id }) => id === values.state_id)?.name ?? null;
      const body = { ...toSavedAddress(values, state), is_default: values.is_default };
      const query = langQuery(lang);
      const response =
        address === null
          ? await api('addresses.add', { body, query })
          : await api('addresses.change', { params: { id: address.id }, body, query });
      toast(t('addresses.saved'), { kind: 'success' });
      await refreshAddresses(queries);
      onSaved(response);
    },
    onFailure({ message }) {
      toast(message || t('addresses.failed'), { kind: 'error' });
      return '';
    },
  });
  usePlace(form.values.zip);

  return (
    <Form form={form} className="grid gap-5">
      <AddressFields form={form} hasTitle />
      {/* A default address remains the default until another one is chosen. */}
      {!address?.is_default && (
        <Checkbox className="-ms-2.5" {...form.checkbox('is_default')}>
          {t('addresses.set_default')}
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy} className="max-sm:flex-1">
          {t('addresses.save')}
        </Button>
        <Button kind="secondary" onClick={onCancel}>
          {t('addresses.cancel')}
        </Button>
      </div>
    </Form>
  );
}
