/** Fields of an address: at most nine before "More fields" (docs/ux.md#rule-27, docs/ux.md#rule-29). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Accordion } from '../ui/Accordion.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { EMAIL_TYPING, Select, TextArea, TextInput } from '../ui/forms/TextInput.tsx';
import type { FormFields } from '../ui/forms/use-form.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { type AddressField, type AddressTable, isZip, normalizeZip } from './address-form.ts';
import { statesQuery } from './address-queries.ts';
import { placeQuery } from './place-of-postcode.ts';
import { usePlace } from './use-address-fields.ts';

type AddressFieldsProps = {
  /** The form, whose prefix begins the names and autofill tokens of its fields. */
  form: FormFields<AddressTable>;
  /** Only an address of the address book has a title (docs/readings.md#45). */
  hasTitle?: boolean;
};

/**
 * Fills in city and state of a typed postcode. An unknown postcode clears them, unless the shopper has changed them.
 * Reports an unknown postcode, and one that contradicts the state.
 */
function usePostcode({ values, set }: FormFields<AddressTable>) {
  const queries = useQueryClient();
  const place = usePlace(values.zip);
  // The fields change while a postcode is looked up.
  const newestFields = useRef({ values, place });
  newestFields.current = { values, place: place ?? newestFields.current.place };
  const newestZip = useRef('');
  return {
    isUnknown: place === null,
    isMismatch: place != null && values.state_id !== '' && place.state_id !== values.state_id,
    async type(typed: string) {
      set({ zip: typed });
      const digits = normalizeZip(typed);
      newestZip.current = digits;
      if (!isZip(digits)) return;
      // If this fails, the shopper types the city.
      const place = await queries.fetchQuery(placeQuery(digits)).catch(() => undefined);
      if (place === undefined || digits !== newestZip.current) return;
      if (place !== null) return set(place);
      const { values, place: before } = newestFields.current;
      if (before == null) return;
      set({
        city: values.city === before.city ? '' : values.city,
        state_id: values.state_id === before.state_id ? '' : values.state_id,
      });
    },
  };
}

export function AddressFields({ form, hasTitle = false }: AddressFieldsProps) {
  const t = useT();
  const { data: states } = useQuery(statesQuery(useLang()));
  const postcode = usePostcode(form);
  const { field, prefix } = form;
  const zip = field('zip');
  const input = (name: AddressField) => {
    const { onChange, ...rest } = form.input(name);
    return {
      ...rest,
      name: `${prefix}.${name}`,
      onChange(event: { target: { value: string } }) {
        // A refusal at one field may be about another one, such as postcode and state: any change clears all refusals.
        form.refuse({});
        onChange(event);
      },
    };
  };
  const toAutoComplete = (token: string) => `${prefix} ${token}`;

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {hasTitle && (
        <Field
          label={t('addresses.title_field')}
          hint={t('addresses.title_hint')}
          className="sm:col-span-2"
          {...field('title')}
        >
          <TextInput {...input('title')} maxLength={60} />
        </Field>
      )}
      <Field label={t('addresses.recipient')} className="sm:col-span-2" {...field('recipient')}>
        <TextInput {...input('recipient')} autoComplete={toAutoComplete('name')} maxLength={100} />
      </Field>
      <Field label={t('addresses.phone')} hint={t('addresses.phone_hint')} {...field('contact_number')}>
        <TextInput
          {...input('contact_number')}
          type="tel"
          inputMode="tel"
          prefix="+60"
          autoComplete={toAutoComplete('tel')}
          maxLength={20}
          dir="ltr"
        />
      </Field>
      <Field label={t('addresses.email')} hint={t('addresses.email_hint')} {...field('email')}>
        <TextInput
          {...input('email')}
          type="email"
          inputMode="email"
          autoComplete={toAutoComplete('email')}
          {...EMAIL_TYPING}
          dir="ltr"
        />
      </Field>
      <Field
        label={t('addresses.zip')}
        hint={t('addresses.zip_hint')}
        {...zip}
        // An unknown postcode is complete: its error does not wait until the field is left.
        error={postcode.isUnknown ? form.textOf('zip') : zip.error}
      >
        <TextInput
          {...input('zip')}
          inputMode="numeric"
          autoComplete={toAutoComplete('postal-code')}
          maxLength={8}
          onChange={(event) => {
            form.refuse({});
            void postcode.type(event.target.value);
          }}
        />
      </Field>
      <Field
        label={t('addresses.street')}
        hint={t('addresses.street_hint')}
        className="sm:col-span-2"
        {...field('street_address')}
      >
        <TextArea {...input('street_address')} autoComplete={toAutoComplete('street-address')} maxLength={300} />
      </Field>
      <Field label={t('addresses.city')} {...field('city')}>
        <TextInput {...input('city')} autoComplete={toAutoComplete('address-level2')} maxLength={100} />
      </Field>
      <Field label={t('addresses.state')} {...field('state_id')}>
        <Select {...input('state_id')} autoComplete={toAutoComplete('address-level1')}>
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
        open={field('country').error === null ? undefined : true}
        className="sm:col-span-2"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field optional label={t('addresses.company')} {...field('company')}>
            <TextInput {...input('company')} autoComplete={toAutoComplete('organization')} maxLength={100} />
          </Field>
          <Field optional label={t('addresses.fax')} {...field('fax')}>
            <TextInput {...input('fax')} type="tel" inputMode="tel" maxLength={30} />
          </Field>
          <Field optional label={t('addresses.country')} {...field('country')}>
            <TextInput
              {...input('country')}
              autoComplete={toAutoComplete('country-name')}
              placeholder="Malaysia"
              maxLength={60}
            />
          </Field>
        </div>
      </Accordion>
    </div>
  );
}
