/** The locator's field, "Use my location", and its filters. The form works without JavaScript. */
import { locatorPath, ROUTES } from '@shop/core/links/paths';
import { countFilters, formatLocator, type LocatorName, type LocatorState } from '@shop/core/stores/locator-query';
import { type FormEvent, useState } from 'react';
import { LangField } from '../i18n/LangField.tsx';
import { useT } from '../i18n/MessagesProvider.tsx';
import { ModalLink } from '../modals/ModalLink.tsx';
import { Button } from '../ui/Button.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Decimals of a position: three are about 100 m, so that the shopper's exact position does not leave the device. */
const POSITION_DECIMALS = 3;
const LOCATE_TIMEOUT_MS = 15_000;
/** Maximum age in ms of a position that the browser has cached. */
const MAX_POSITION_AGE_MS = 300_000;

type StoreSearchProps = {
  name: LocatorName;
  locator: LocatorState;
  error: string | null;
  onChange: (next: LocatorState) => void;
};

export function StoreSearch({ name, locator, error, onChange }: StoreSearchProps) {
  const t = useT();
  const [text, setText] = useState(locator.q);
  // Back and Forward change the address, which the field then shows.
  const [shownQuery, setShownQuery] = useState(locator.q);
  if (shownQuery !== locator.q) {
    setShownQuery(locator.q);
    setText(locator.q);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...locator, q: text.trim(), near: '', page: 1 });
  };
  const count = countFilters(locator);
  return (
    <div className="grid gap-3">
      <search className="block">
        <form action={ROUTES[name]} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end" onSubmit={submit}>
          <LangField />
          <FilterFields locator={locator} />
          <Field label={t('stores.field')} error={error}>
            <TextInput
              name="q"
              type="search"
              enterKeyHint="search"
              autoComplete="postal-code"
              maxLength={60}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Button type="submit">
            <Icon name="magnifying-glass" className="size-5" />
            {t('stores.find')}
          </Button>
        </form>
      </search>
      <div className="flex flex-wrap gap-2">
        <LocationButton onFound={(near) => onChange({ ...locator, q: '', near, page: 1 })} />
        <ModalLink
          view="STORE_FILTER"
          data={{ name, locator }}
          to={`${locatorPath(name, formatLocator(name, { ...locator, showsFilters: true }))}#filters`}
          rel="nofollow"
          className={chipClass()}
        >
          <Icon name="funnel-simple" className="size-5" />
          {count === 0 ? t('stores.filter') : t('stores.filter_count', { count })}
        </ModalLink>
      </div>
    </div>
  );
}

/** Hidden fields with the filters, which a new search without JavaScript would otherwise reset. */
function FilterFields({ locator }: { locator: LocatorState }) {
  const names = ['all', ...(locator.open ? ['open'] : []), ...locator.services];
  return (
    <>
      {locator.state !== '' && <input type="hidden" name="state" value={locator.state} />}
      {names.map((each) => (
        <input key={each} type="hidden" name={each} value="1" />
      ))}
    </>
  );
}

type LocatingState = 'idle' | 'busy' | 'denied' | 'failed';

/** Button that requests the shopper's position only when it is pressed. */
function LocationButton({ onFound }: { onFound: (near: string) => void }) {
  const t = useT();
  const isHydrated = useHydrated();
  const [state, setState] = useState<LocatingState>('idle');
  const locate = () => {
    setState('busy');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onFound(`${coords.latitude.toFixed(POSITION_DECIMALS)},${coords.longitude.toFixed(POSITION_DECIMALS)}`);
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'denied' : 'failed'),
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: MAX_POSITION_AGE_MS },
    );
  };
  const statusTexts = {
    idle: '',
    busy: t('stores.locating'),
    denied: t('stores.location_denied'),
    failed: t('stores.location_failed'),
  };
  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        aria-busy={state === 'busy' || undefined}
        className={chipClass()}
        onClick={locate}
      >
        {state === 'busy' ? <span className="stitched-ring" aria-hidden /> : <Icon name="gps-fix" className="size-5" />}
        {t('stores.use_location')}
      </button>
      <p
        role="status"
        className={state === 'denied' || state === 'failed' ? 'order-last basis-full text-sm text-danger' : 'sr-only'}
      >
        {statusTexts[state]}
      </p>
    </>
  );
}
