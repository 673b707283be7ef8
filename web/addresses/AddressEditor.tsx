/**
 * Creates or edits a saved address with the checkout's fields; validates on blur, and all fields on save
 * (docs/ux.md#rule-30). Used in the modal view "address view/edit".
 */

import { ApiError } from '@shop/contract/api/api-error';
import { refusalText } from '@shop/core/refusal-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useTokenScope } from '../api/tokens.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { ErrorSummary } from '../ui/forms/ErrorSummary.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { AddressFields, fieldId } from './AddressFields.tsx';
import { type AddressField, type AddressForm, addressOf, FORM_FIELDS, formOf, proposeTitle } from './address-form.ts';
import { addressBookQuery, refreshAddresses, type SavedAddressResponse, statesQuery } from './address-queries.ts';
import { useAddressRefusals } from './use-address-refusals.ts';

type AddressEditorProps = {
  /** Null for a new address. */
  address: SavedAddressResponse | null;
  /** Initial values of a new address. */
  start?: Partial<AddressForm>;
  onSaved: (address: SavedAddressResponse) => void;
  onCancel: () => void;
};

const NOTHING_SEEN: ReadonlySet<AddressField> = new Set();
const ALL_SEEN: ReadonlySet<AddressField> = new Set(FORM_FIELDS);

export function AddressEditor({ address, start, onSaved, onCancel }: AddressEditorProps) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const { data: states } = useQuery(statesQuery(lang));
  const { data: book } = useQuery(addressBookQuery(lang, useTokenScope()));
  const [form, setForm] = useState<AddressForm>(() => {
    const title = proposeTitle(t('addresses.home'), book?.data.map((each) => each.title) ?? []);
    return { ...formOf(address), ...start, title: address?.title ?? title };
  });
  const [isDefault, setDefault] = useState(address?.is_default ?? false);
  // Shows the errors of an incomplete saved address at once.
  const [seen, setSeen] = useState(address === null ? NOTHING_SEEN : ALL_SEEN);
  const [attempt, setAttempt] = useState(0);
  const [refused, setRefused] = useState<ApiError['errors']>({});
  const [busy, setBusy] = useState(false);

  const wrong = useAddressRefusals(form, true);
  const problems = FORM_FIELDS.flatMap((field) => {
    const found = wrong[field];
    const text = found === undefined ? refused[field]?.[0] : refusalText(found, lang);
    return text === undefined ? [] : [{ fieldId: fieldId('shipping', field), text }];
  });

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    // Stops the submit event, which React would bubble to an outer form.
    event.stopPropagation();
    if (busy) return;
    setSeen(ALL_SEEN);
    if (Object.keys(wrong).length > 0) return setAttempt(attempt + 1);
    setBusy(true);
    const state = states?.data.find(({ id }) => id === form.state_id)?.name ?? null;
    const { title = null, company = null, fax = null, country = null, ...rest } = addressOf(form, state);
    const body = { ...rest, title, company, fax, country, is_default: isDefault };
    const query = langQuery(lang);
    try {
      const saved =
        address === null
          ? await api('addresses.add', { body, query })
          : await api('addresses.change', { params: { id: address.id }, body, query });
      toast(t('addresses.saved'), { kind: 'success' });
      await refreshAddresses(queries);
      onSaved(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.errors);
      setAttempt(attempt + 1);
      const atField = FORM_FIELDS.some((field) => error.errors[field]?.length);
      if (!atField) toast(error.message || t('addresses.failed'), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
      <ErrorSummary problems={problems} attempt={attempt} />
      <AddressFields
        name="shipping"
        hasTitle
        form={form}
        wrong={wrong}
        refused={refused}
        seen={seen}
        onChange={(part) => {
          setRefused({});
          setForm((before) => ({ ...before, ...part }));
        }}
        onLeave={(field) => setSeen((before) => new Set([...before, field]))}
      />
      {/* The default stays one until another takes its place. */}
      {!address?.is_default && (
        <Checkbox
          className="-ms-2.5"
          name="is_default"
          checked={isDefault}
          onChange={(event) => setDefault(event.target.checked)}
        >
          {t('addresses.set_default')}
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} className="max-sm:flex-1">
          {t('addresses.save')}
        </Button>
        <Button kind="secondary" onClick={onCancel}>
          {t('addresses.cancel')}
        </Button>
      </div>
    </form>
  );
}
