/** The state of the store locator in its address: text, position, filters and page. Works without JavaScript. */
import { type QueryReader, toQuery } from '../links/query.ts';
import { STORE_SERVICES, type StoreService } from './services.ts';

/** The paths of the locator, each with its own preset filters (docs/readings.md#67). */
export type LocatorName = 'stores' | 'shops' | 'shoppings';

export type LocatorState = {
  /** A postcode, town, state or name. */
  q: string;
  /** `lat,lng`; takes precedence over a postcode. */
  near: string;
  /** The code of a state. */
  state: string;
  open: boolean;
  services: readonly StoreService[];
  page: number;
  /** Whether the page shows its filters, for browsers without JavaScript. */
  showsFilters: boolean;
};

const MAX_TEXT_LENGTH = 60;
const MAX_PAGE = 1_000;

const NO_FILTERS = { open: false, services: [] as readonly StoreService[] };

const PRESET_FILTERS: Readonly<Record<LocatorName, typeof NO_FILTERS>> = {
  stores: NO_FILTERS,
  shops: { open: true, services: [] },
  shoppings: { open: false, services: ['click-and-collect'] },
};

const isFlag = (value: string | null): boolean => value === '1' || value === 'true' || value === 'on';

/** Reads the state of a locator's address. Its preset applies unless the address has `all`. */
export function parseLocator(name: LocatorName, query: QueryReader): LocatorState {
  const chosenFilters = {
    open: isFlag(query.get('open')),
    services: STORE_SERVICES.filter((service) => isFlag(query.get(service))),
  };
  const page = Number(query.get('page') ?? 1);
  return {
    q: (query.get('q') ?? '').trim().slice(0, MAX_TEXT_LENGTH),
    near: (query.get('near') ?? '').slice(0, MAX_TEXT_LENGTH),
    state: (query.get('state') ?? '').slice(0, MAX_TEXT_LENGTH),
    ...(isFlag(query.get('all')) ? chosenFilters : mergeFilters(PRESET_FILTERS[name], chosenFilters)),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    showsFilters: isFlag(query.get('filters')),
  };
}

type LocatorFilters = Pick<LocatorState, 'open' | 'services'>;

const mergeFilters = (a: LocatorFilters, b: LocatorFilters): LocatorFilters => ({
  open: a.open || b.open,
  services: STORE_SERVICES.filter((service) => a.services.includes(service) || b.services.includes(service)),
});

/** Writes the state as the query of its locator's address. */
export function formatLocator(name: LocatorName, locator: LocatorState): string {
  const preset = PRESET_FILTERS[name];
  const mergedFilters = mergeFilters(preset, locator);
  const keepsPreset = mergedFilters.open === locator.open && mergedFilters.services.length === locator.services.length;
  return toQuery({
    q: locator.q,
    near: locator.near,
    state: locator.state,
    open: locator.open && !(keepsPreset && preset.open),
    ...Object.fromEntries(
      locator.services
        .filter((service) => !(keepsPreset && preset.services.includes(service)))
        .map((service) => [service, true]),
    ),
    all: !keepsPreset,
    page: locator.page === 1 ? null : locator.page,
    filters: locator.showsFilters,
  });
}

/** Counts the filters besides text and position. */
export const countFilters = ({ state, open, services }: LocatorState): number =>
  (state === '' ? 0 : 1) + (open ? 1 : 0) + services.length;

/** Outlets on a page of the locator. */
const PAGE_SIZE = 20;

/** Returns whether a text is a postcode: five digits, with or without spaces. */
export const isPostcode = (text: string): boolean => /^\d{5}$/.test(text.replace(/\s/g, ''));

/** Builds the parameters of `GET /shops`; a text of five digits is a postcode. */
export function toShopsRequest({ q, near, state, open, services, page }: LocatorState): Record<string, string> {
  const isZip = isPostcode(q);
  return {
    limit: String(PAGE_SIZE),
    ...(page > 1 && { page: String(page) }),
    ...(q !== '' && !isZip && { keyword: q }),
    ...(q !== '' && isZip && { near_zip: q.replace(/\s/g, '') }),
    ...(near !== '' && { near }),
    ...(state !== '' && { state }),
    ...(open && { open_now: '1' }),
    ...(services.length > 0 && { services: services.join(',') }),
  };
}
