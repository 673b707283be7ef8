/** Fields of an address: at most nine before "More fields" (docs/ux.md#rule-27, docs/ux.md#rule-29). */
import { refusalText } from '@shop/core/refusal-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Accordion } from '../ui/Accordion.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { EMAIL_TYPING, Select, TextArea, TextInput } from '../ui/forms/TextInput.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { type AddressField, type AddressForm, isZip, readZip } from './address-form.ts';
import { statesQuery } from './address-queries.ts';
import { placeQuery } from './place-of-postcode.ts';
import type { AddressRefusals } from './use-address-refusals.ts';

export type AddressName = 'shipping' | 'billing';

/** Element id of a field, for links in the error summary. */
export const fieldId = (name: AddressName, field: AddressField): string => `${name}-${field}`;

type AddressFieldsProps = {
  name: AddressName;
  /** Only an address of the address book has a title (docs/readings.md#45). */
  hasTitle?: boolean;
  form: AddressForm;
  /** Errors to show; a field is validated only after blur. */
  wrong: AddressRefusals;
  /** The server's messages by field, for the submitted values. */
  refused?: Readonly<Record<string, readonly string[]>>;
  /** Touched fields: after blur, or after a submit. */
  seen: ReadonlySet<AddressField>;
  onChange: (change: Partial<AddressForm>) => void;
  onLeave: (field: AddressField) => void;
};

/**
 * Fills in city and state from the postcode, and clears them for an unknown one. Warns when the postcode contradicts
 * the state.
 */
function usePostcode({ form, onChange }: Pick<AddressFieldsProps, 'form' | 'onChange'>) {
  const queries = useQueryClient();
  const zip = readZip(form.zip);
  const { data: place } = useQuery({ ...placeQuery(zip), enabled: isZip(zip) });
  // The fields change while a postcode is looked up.
  const newest = useRef({ form, place });
  newest.current = { form, place: place ?? newest.current.place };
  const newestZip = useRef('');
  return {
    isMismatch: place != null && form.state_id !== '' && place.state_id !== form.state_id,
    async type(typed: string) {
      onChange({ zip: typed });
      const digits = readZip(typed);
      newestZip.current = digits;
      if (!isZip(digits)) return;
      // If this fails, the shopper types the city.
      const found = await queries.fetchQuery(placeQuery(digits)).catch(() => undefined);
      if (found === undefined || digits !== newestZip.current) return;
      if (found !== null) return onChange(found);
      const { form, place: before } = newest.current;
      if (before == null) return;
      onChange({
        city: form.city === before.city ? '' : form.city,
        state_id: form.state_id === before.state_id ? '' : form.state_id,
      });
    },
  };
}

export function AddressFields(props: AddressFieldsProps) {
  const { name, hasTitle = false, form, wrong, refused = {}, seen, onChange, onLeave } = props;
  const t = useT();
  const lang = useLang();
  const { data: states } = useQuery(statesQuery(lang));
  const postcode = usePostcode({ form, onChange });

  const text = (field: AddressField): string | null => {
    const found = wrong[field];
    // An unknown postcode is complete, so that its error does not wait until the field is left.
    const isShown = seen.has(field) || found?.code === 'address.zip_unknown';
    return found !== undefined && isShown ? refusalText(found, lang) : (refused[field]?.[0] ?? null);
  };
  const fieldProps = (field: AddressField) => ({
    id: fieldId(name, field),
    error: text(field),
    valid: seen.has(field) && text(field) === null && form[field] !== '',
  });
  const inputProps = (field: AddressField) => ({
    name: `${name}.${field}`,
    value: form[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange({ [field]: event.target.value }),
    onBlur: () => onLeave(field),
  });
  const auto = (token: string) => `${name} ${token}`;

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {hasTitle && (
        <Field
          label={t('addresses.title_field')}
          hint={t('addresses.title_hint')}
          className="sm:col-span-2"
          {...fieldProps('title')}
        >
          <TextInput {...inputProps('title')} maxLength={60} />
        </Field>
      )}
      <Field label={t('addresses.recipient')} className="sm:col-span-2" {...fieldProps('recipient')}>
        <TextInput {...inputProps('recipient')} autoComplete={auto('name')} maxLength={100} />
      </Field>
      <Field label={t('addresses.phone')} hint={t('addresses.phone_hint')} {...fieldProps('contact_number')}>
        <TextInput
          {...inputProps('contact_number')}
          type="tel"
          inputMode="tel"
          prefix="+60"
          autoComplete={auto('tel')}
          maxLength={20}
          dir="ltr"
        />
      </Field>
      <Field label={t('addresses.email')} hint={t('addresses.email_hint')} {...fieldProps('email')}>
        <TextInput
          {...inputProps('email')}
          type="email"
          inputMode="email"
          autoComplete={auto('email')}
          {...EMAIL_TYPING}
          dir="ltr"
        />
      </Field>
      <Field label={t('addresses.zip')} hint={t('addresses.zip_hint')} {...fieldProps('zip')}>
        <TextInput
          {...inputProps('zip')}
          inputMode="numeric"
          autoComplete={auto('postal-code')}
          maxLength={8}
          onChange={(event) => void postcode.type(event.target.value)}
        />
      </Field>
      <Field
        label={t('addresses.street')}
        hint={t('addresses.street_hint')}
        className="sm:col-span-2"
        {...fieldProps('street_address')}
      >
        <TextArea {...inputProps('street_address')} autoComplete={auto('street-address')} maxLength={300} />
      </Field>
      <Field label={t('addresses.city')} {...fieldProps('city')}>
        <TextInput {...inputProps('city')} autoComplete={auto('address-level2')} maxLength={100} />
      </Field>
      <Field label={t('addresses.state')} {...fieldProps('state_id')}>
        <Select {...inputProps('state_id')} autoComplete={auto('address-level1')}>
          <option value="">{t('addresses.state_choose')}</option>
          {states?.data.map((state) => (
            <option key={state.id} value={state.id}>
              {state.name}
            </option>
          ))}
        </Select>
      </Field>
      <div role="status" className="sm:col-span-2 empty:hidden">
        {postcode.isMismatch && (
          <p className="flex items-start gap-1.5 rounded-xs bg-kunyit-50 px-3 py-2 text-sm text-coin-ink">
            <Icon name="warning" className="mt-px size-4" />
            {t('addresses.zip_mismatch')}
          </p>
        )}
      </div>
      <Accordion
        title={t('addresses.more_fields')}
        open={text('country') === null ? undefined : true}
        className="sm:col-span-2"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field optional label={t('addresses.company')} {...fieldProps('company')}>
            <TextInput {...inputProps('company')} autoComplete={auto('organization')} maxLength={100} />
          </Field>
          <Field optional label={t('addresses.fax')} {...fieldProps('fax')}>
            <TextInput {...inputProps('fax')} type="tel" inputMode="tel" maxLength={30} />
          </Field>
          <Field optional label={t('addresses.country')} {...fieldProps('country')}>
            <TextInput
              {...inputProps('country')}
              autoComplete={auto('country-name')}
              placeholder="Malaysia"
              maxLength={60}
            />
          </Field>
        </div>
      </Accordion>
    </div>
  );
}
