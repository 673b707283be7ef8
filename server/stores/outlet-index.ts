/**
 * Caches every outlet in memory, so that lists filter and sort without a statement. Reads the outlets on first use, and
 * again when the shop's setup changes.
 */
import type { StoreListItem } from '@shop/contract/stores';
import { type Lang, textIn } from '@shop/core/lang';
import { describeOpening, type Opening, type OpeningHours } from '@shop/core/stores/opening';
import { type Position, toUnitVector, type UnitVector } from '@shop/core/stores/place';
import { STORE_SERVICES, type StoreService } from '@shop/core/stores/services';
import { DAY_MS, startOfDay } from '@shop/core/time';
import type { Db } from '../db/database.ts';
import { markForSingleEncoding } from '../http/api/encode-result.ts';
import type { CatalogChange } from '../http/cache/response-cache.ts';
import { findPostcode } from '../postcodes/postcodes.ts';
import { allStates, type OutletRow, shownOutlets } from './stores.sql.ts';

/**
 * Hours that several outlets share, with the opening that was computed last and the times between which it is valid.
 */
export type Schedule = OpeningHours & { last: (Opening & { from: number; until: number }) | null };

export type Outlet = OutletRow & {
  position: Position;
  vector: UnitVector;
  /** Bits of its services, by their order in `STORE_SERVICES`. */
  serviceBits: number;
  /** The town of its postcode; empty for an unknown postcode. */
  city: string;
  schedule: Schedule;
  /** Searchable text, in lower case. */
  text: string;
};

export type OutletSortColumn = keyof typeof SORT_COLUMNS;

export type Outlets = {
  /** Sorted by code. */
  all: readonly Outlet[];
  schedules: readonly Schedule[];
  /** Returns all outlets in the ascending order of a column; sorts them on first use. */
  sortBy(column: OutletSortColumn): readonly Outlet[];
  byCode: ReadonlyMap<string, Outlet>;
  /** Lists every outlet with its position, for the map; returns the same object to all calls in a language. */
  listPositions(lang: Lang): { data: StoreListItem[] };
  /** Centre of the outlets in each postcode. */
  centres: ReadonlyMap<string, Position>;
  /** State codes by lower-case code or name. */
  states: ReadonlyMap<string, string>;
};

export type OutletIndex = {
  /** Reads the outlets with every change that this process has committed. */
  read(): Promise<Outlets>;
  /** Applies changes of the catalogue; resolves when `read` returns them. */
  apply(changes: readonly CatalogChange[]): Promise<void>;
};

export const endOfDay = (now: Date): Date => new Date(startOfDay(now).getTime() + DAY_MS);

/** The columns by which lists sort. */
export const SORT_COLUMNS = {
  id: ({ code }: OutletRow) => code,
  name: ({ name_en }: OutletRow) => name_en,
  city: ({ city }: Outlet) => city,
  state: ({ state_en }: OutletRow) => state_en,
  opened_on: ({ opened_on }: OutletRow) => opened_on ?? '',
};

/** Returns the bits of services, for `serviceBits`. */
export const toServiceBits = (services: readonly StoreService[]): number =>
  services.reduce((bits, service) => bits | (1 << STORE_SERVICES.indexOf(service)), 0);

/**
 * Returns whether the outlets of a schedule are open. Caches the result until they open or close, else until midnight.
 */
export function openingAt(schedule: Schedule, now: Date): Opening {
  const at = now.getTime();
  if (schedule.last === null || at < schedule.last.from || at >= schedule.last.until) {
    const opening = describeOpening(schedule, now);
    schedule.last = { ...opening, from: at, until: (opening.changesAt ?? endOfDay(now)).getTime() };
  }
  return schedule.last;
}

function toOutlet(row: OutletRow, schedules: Map<string, Schedule>): Outlet {
  const { hours, exceptions, latitude: lat, longitude: lng } = row;
  const key = JSON.stringify([hours, exceptions]);
  const schedule = schedules.get(key) ?? { hours, exceptions, last: null };
  schedules.set(key, schedule);
  const city = findPostcode(row.postcode)?.town ?? '';
  const { code, name_en, name_zh, street_address, postcode, state_en, state_zh } = row;
  const words = [code, name_en, name_zh, street_address, postcode, city, state_en, state_zh];
  return {
    ...row,
    position: { lat, lng },
    vector: toUnitVector({ lat, lng }),
    serviceBits: toServiceBits(row.services),
    city,
    schedule,
    text: words
      .filter((each) => each !== null)
      .join('\n')
      .toLowerCase(),
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function computeCentres(all: readonly Outlet[]): Map<string, Position> {
  const byPostcode = Map.groupBy(all, ({ postcode }) => postcode);
  return new Map(
    [...byPostcode].map(([postcode, outlets]) => [
      postcode,
      {
        lat: meanOf(outlets.map(({ position }) => position.lat)),
        lng: meanOf(outlets.map(({ position }) => position.lng)),
      },
    ]),
  );
}

const presentPosition = ({ code, position, ...outlet }: Outlet, lang: Lang): StoreListItem => ({
  id: code,
  name: textIn(lang, outlet.name_en, outlet.name_zh),
  lat: position.lat,
  lng: position.lng,
  state: textIn(lang, outlet.state_en, outlet.state_zh),
});

async function readOutlets(db: Db): Promise<Outlets> {
  const [rows, states] = await Promise.all([db.rows(shownOutlets), db.rows(allStates)]);
  const schedules = new Map<string, Schedule>();
  const all = rows.map((row) => toOutlet(row, schedules));
  const names = states.flatMap(({ id, name_en, name_zh }) =>
    [id, name_en, name_en.replace('W.P. ', ''), name_zh ?? ''].map((name) => [name.toLowerCase(), id] as const),
  );
  const sorted = new Map<OutletSortColumn, readonly Outlet[]>();
  const lists = new Map<Lang, { data: StoreListItem[] }>();
  const { compare } = new Intl.Collator('en');
  return {
    all,
    schedules: [...schedules.values()],
    sortBy(column) {
      const sortedOutlets =
        sorted.get(column) ?? all.toSorted((a, b) => compare(SORT_COLUMNS[column](a), SORT_COLUMNS[column](b)));
      sorted.set(column, sortedOutlets);
      return sortedOutlets;
    },
    listPositions(lang) {
      const list =
        lists.get(lang) ?? markForSingleEncoding({ data: all.map((outlet) => presentPosition(outlet, lang)) });
      lists.set(lang, list);
      return list;
    },
    centres: computeCentres(all),
    byCode: new Map(all.map((outlet) => [outlet.code, outlet])),
    states: new Map(names),
  };
}

/** Creates the index of a database. `caughtUp` resolves when `apply` has every change that this process committed. */
export function createOutletIndex({ db, caughtUp }: { db: Db; caughtUp(): Promise<void> }): OutletIndex {
  let reading: Promise<Outlets> | null = null;

  function startReading(): Promise<Outlets> {
    const outlets = readOutlets(db);
    reading = outlets;
    outlets.catch(() => {
      if (reading === outlets) reading = null;
    });
    return outlets;
  }

  return {
    async read() {
      await caughtUp();
      return reading ?? startReading();
    },
    async apply(changes) {
      if (reading !== null && changes.some(({ product }) => product === null)) await startReading();
    },
  };
}
