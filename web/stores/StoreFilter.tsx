/**
 * Modal view "store filter" (docs/spec.md §2): state, open now and services. Without JavaScript the page has the same
 * form.
 */
import { locatorPath, ROUTES } from '@shop/core/links/paths';
import { formatLocator, type LocatorState } from '@shop/core/stores/locator-query';
import { STORE_SERVICES } from '@shop/core/stores/services';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { statesQuery } from '../addresses/address-queries.ts';
import { LangField } from '../i18n/LangField.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { useGo } from '../links.tsx';
import type { StoreFilterData } from '../modals/modal-data.ts';
import { confirmModal } from '../modals/modal-store.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Select } from '../ui/forms/TextInput.tsx';

export function StoreFilter({ data: { name, locator } }: { data: StoreFilterData }) {
  const t = useT();
  const go = useGo();
  const lang = useLang();
  const { data: states } = useQuery(statesQuery(lang));
  const [draft, setDraft] = useState(locator);
  const change = (part: Partial<LocatorState>) => setDraft({ ...draft, ...part });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const buildPath = (state: LocatorState) => locatorPath(name, formatLocator(name, state));
    const next = buildPath({ ...draft, page: 1, showsFilters: false });
    // Navigation closes the sheet. With the same filters there is none, so the sheet closes here.
    if (next === buildPath(locator)) confirmModal();
    else go(next, { preventScrollReset: true });
  };
  return (
    <form action={ROUTES[name]} className="grid gap-5" onSubmit={apply}>
      <LangField />
      <input type="hidden" name="all" value="1" />
      {locator.q !== '' && <input type="hidden" name="q" value={locator.q} />}
      {locator.near !== '' && <input type="hidden" name="near" value={locator.near} />}
      <Field label={t('stores.state')} optional>
        <Select name="state" value={draft.state} onChange={({ target }) => change({ state: target.value })}>
          <option value="">{t('stores.all_states')}</option>
          {states?.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox name="open" value="1" checked={draft.open} onChange={({ target }) => change({ open: target.checked })}>
        {t('stores.open_now')}
      </Checkbox>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-display text-md font-bold">{t('stores.services')}</legend>
        <div className="grid sm:grid-cols-2">
          {STORE_SERVICES.map((service) => (
            <Checkbox
              key={service}
              name={service}
              value="1"
              checked={draft.services.includes(service)}
              onChange={({ target }) =>
                change({
                  services: STORE_SERVICES.filter((each) =>
                    each === service ? target.checked : draft.services.includes(each),
                  ),
                })
              }
            >
              {t(`stores.service_${service}`)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="flex-1">
          {t('stores.show')}
        </Button>
        <Button kind="secondary" onClick={() => change({ state: '', open: false, services: [] })}>
          {t('stores.clear')}
        </Button>
      </div>
    </form>
  );
}
