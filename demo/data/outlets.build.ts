/**
 * Writes the outlets of the demo, `shop/outlets.csv`: `node demo/data/outlets.build.ts`. Towns, their positions and
 * postcodes are real; streets, housing estates and telephone numbers are not: no subscriber's number begins with 0.
 */
import { writeFileSync } from 'node:fs';
import type { Position } from '@shop/core/stores/place';
import type { MultiPolygon, Polygon } from 'geojson';
import { allPostcodes } from 'malaysia-postcodes';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-10m.json' with { type: 'json' };
import { findPostcode } from '../../server/postcodes/postcodes.ts';
import { OUTLET_PLACES, OUTLET_STATES, type OutletPlace, type OutletState } from './outlet-places.ts';
import { between, hash } from './random.ts';

type Ring = readonly (readonly number[])[];

const MALAYSIA_NUMERIC_CODE = '458';

/** Reads the outlines of Malaysia's coast, which keep outlets out of the sea. */
function readOutlines(): Ring[] {
  const topology = world as unknown as Topology<{ countries: GeometryCollection }>;
  const countries = feature(topology, topology.objects.countries).features;
  const shape = countries.find(({ id }) => id === MALAYSIA_NUMERIC_CODE)?.geometry as Polygon | MultiPolygon;
  return shape.type === 'Polygon' ? [shape.coordinates[0] ?? []] : shape.coordinates.map(([outer]) => outer ?? []);
}

const outlines = readOutlines();

function isWithin({ lat, lng }: Position, ring: Ring): boolean {
  let isInside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [x = 0, y = 0] = ring[at] ?? [];
    const [px = 0, py = 0] = ring[before] ?? [];
    if (y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x) isInside = !isInside;
  }
  return isInside;
}

const isOnLand = (position: Position): boolean => outlines.some((ring) => isWithin(position, ring));

const roundDegrees = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

/** Scatters outlets around the centre of a place; near the sea, closer to the centre. */
function scatter(centre: Position, code: string, spreadKm: number): Position {
  for (let km = spreadKm; km > 0.2; km /= 1.6) {
    const angle = (between(`${code} angle ${km}`, 0, 359) * Math.PI) / 180;
    const away = (km * between(`${code} distance`, 20, 100)) / 100 / 111;
    const position = {
      lat: roundDegrees(centre.lat + away * Math.sin(angle)),
      lng: roundDegrees(centre.lng + away * Math.cos(angle)),
    };
    if (isOnLand(position)) return position;
  }
  return { lat: roundDegrees(centre.lat), lng: roundDegrees(centre.lng) };
}

const ESTATES = [
  ['Taman Mawar', '玫瑰花园'],
  ['Taman Melati', '茉莉花园'],
  ['Bandar Baru', '新镇'],
  ['Taman Kenanga', '依兰花园'],
  ['Pasar Lama', '旧巴刹'],
  ['Taman Seroja', '莲花花园'],
  ['Taman Maju', '进步花园'],
  ['Taman Cempaka', '黄兰花园'],
  ['Taman Damai', '和平花园'],
  ['Taman Anggerik', '兰花花园'],
  ['Taman Bahagia', '幸福花园'],
  ['Taman Kenari', '金丝雀花园'],
  ['Taman Harmoni', '和谐花园'],
  ['Taman Dahlia', '大丽花园'],
  ['Taman Permai', '怡景花园'],
  ['Taman Gemilang', '辉煌花园'],
  ['Taman Sentosa', '圣淘沙花园'],
  ['Taman Ria', '欢乐花园'],
] as const;

const STREETS = ['Jalan Contoh', 'Lorong Contoh', 'Persiaran Contoh', 'Jalan Contoh Utama'];

const EAST_COAST = new Set(['KTN', 'TRG']);

/** Hours with their weights, for towns where many shop late and for all other towns. */
const CITY_HOURS = [
  ['Sun-Sat 00:00-24:00', 18],
  ['Sun-Sat 07:00-23:00', 34],
  ['Sun-Sat 08:00-22:00', 34],
  ['Sun-Sat 10:00-02:00', 6],
  ['Sun-Thu 07:30-22:00; Fri-Sat 07:30-23:30', 8],
] as const;
const TOWN_HOURS = [
  ['Sun-Sat 00:00-24:00', 4],
  ['Sun-Sat 07:00-23:00', 12],
  ['Sun-Sat 08:00-22:00', 44],
  ['Sun-Sat 08:00-21:00', 22],
  ['Sun-Mon 08:00-21:30; Wed-Sat 08:00-21:30', 10],
  ['Sun 09:00-18:00; Mon-Sat 08:00-21:00', 8],
] as const;
/** Hours with a break for Friday prayers. */
const FRIDAY_BREAK = 'Sun-Thu 08:00-22:00; Fri 08:00-12:45, 14:30-22:00; Sat 08:00-22:00';

function pickHours(state: OutletState, place: OutletPlace, code: string): string {
  const table = place.outlets >= 8 || state.code === 'KUL' ? CITY_HOURS : TOWN_HOURS;
  const choices = table.flatMap(([hours, weight]) => Array.from({ length: weight }, () => hours));
  const hours = choices[hash(`${code} hours`) % choices.length] ?? '';
  return EAST_COAST.has(state.code) && hours !== CITY_HOURS[0][0] ? FRIDAY_BREAK : hours;
}

function pickExceptions({ code: state }: OutletState, code: string): string {
  const chance = (what: string) => between(`${code} ${what}`, 0, 99);
  const days: string[] = [];
  if (chance('christmas') < 20) days.push('2026-12-25 10:00-18:00');
  if (chance('new year') < 12) days.push('2027-01-01 10:00-20:00');
  if (!EAST_COAST.has(state) && chance('chinese new year') < 45)
    days.push('2027-02-06 closed', '2027-02-07 10:00-18:00');
  if (EAST_COAST.has(state) || chance('hari raya') < 35) days.push('2027-03-10 closed', '2027-03-11 closed');
  if (state === 'SBH' && chance('kaamatan') < 60) days.push('2027-05-30 closed', '2027-05-31 10:00-18:00');
  if (state === 'SWK' && chance('gawai') < 60) days.push('2027-06-01 closed', '2027-06-02 10:00-18:00');
  return days.join('; ');
}

function pickServices(hours: string, code: string): string {
  const offers = (service: string, percent: number) =>
    between(`${code} ${service}`, 0, 99) < percent ? [service] : [];
  return [
    ...(hours.includes('00:00-24:00') ? ['24-hours'] : []),
    'member-card',
    ...offers('click-and-collect', 55),
    ...offers('halal-counter', 60),
    ...offers('parking', 70),
    ...offers('atm', 35),
  ].join('; ');
}

function pickDay(code: string, first: boolean): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const year = first ? between(`${code} year`, 2001, 2012) : between(`${code} year`, 2006, 2025);
  return `${year}-${pad(between(`${code} month`, 1, 12))}-${pad(between(`${code} day`, 1, 28))}`;
}

/** Picks a postcode of a place: its own, else one of its town's. Throws if the town has none. */
function pickPostcode(place: OutletPlace, state: OutletState, code: string): string {
  if (place.postcode !== null) return place.postcode;
  const towns = allPostcodes.find(({ name }) => name === state.list)?.city ?? [];
  const postcodes = towns.find(({ name }) => name === place.town)?.postcode ?? [];
  // The first is the town's own; offices and banks have further ones.
  const usual = postcodes.filter((zip) => zip.endsWith('00') && findPostcode(zip)?.town === place.town);
  const choices = usual.length > 0 ? usual : postcodes.filter((zip) => findPostcode(zip)?.town === place.town);
  const chosen = choices[hash(code) % choices.length];
  if (chosen === undefined) throw new Error(`No postcode of ${place.town} in ${state.list}`);
  return chosen;
}

function makeOutlet(state: OutletState, place: OutletPlace, nth: number, code: string): string[] {
  const postcode = pickPostcode(place, state, code);
  const centre = place.position ?? findPostcode(postcode)?.position;
  if (centre === undefined) throw new Error(`No position of ${place.town}`);
  const estate = nth === 0 ? null : ESTATES[(nth - 1 + (hash(place.town) % 3)) % ESTATES.length];
  const isExact = nth === 0 && place.position !== null;
  const spreadKm = place.position !== null ? 1.5 : place.outlets > 12 ? 6 : 2.5;
  const { lat, lng } = isExact ? centre : scatter(centre, code, spreadKm);
  const hours = pickHours(state, place, code);
  const street = STREETS[hash(`${code} street`) % STREETS.length];
  const number = String(between(`${code} phone`, 0, state.area === '3' ? 9_999_999 : 999_999));
  return [
    code,
    `Sekampit ${place.name}${estate ? ` ${estate[0]}` : ''}`,
    `满袋 ${place.zh}${estate ? estate[1] : ''}`,
    `Lot ${between(`${code} lot`, 1, 88)}, ${street} ${between(`${code} number`, 1, 24)}`,
    postcode,
    state.name,
    String(lat),
    String(lng),
    `60${state.area}0${number.padStart(state.area === '3' ? 7 : 6, '0')}`.slice(0, state.area === '3' ? 11 : 10),
    hours,
    pickExceptions(state, code),
    pickServices(hours, code),
    '',
    pickDay(code, nth === 0),
    '',
  ];
}

const CSV_HEAD =
  'code,name,name_zh,street_address,postcode,state,latitude,longitude,phone,hours,exceptions,services,photo,opened_on,active';

function formatTable(): string {
  const rows = OUTLET_STATES.flatMap((state) => {
    let count = 0;
    return (OUTLET_PLACES[state.code] ?? []).flatMap((place) =>
      Array.from({ length: place.outlets }, (_, nth) =>
        makeOutlet(state, place, nth, `${state.code}${String(++count).padStart(2, '0')}`),
      ),
    );
  });
  const cell = (value: string) => (/[",]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value);
  return `${[CSV_HEAD, ...rows.map((row) => row.map(cell).join(','))].join('\n')}\n`;
}

if (import.meta.main) writeFileSync(new URL('../shop/outlets.csv', import.meta.url), formatTable());
