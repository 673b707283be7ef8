/** outlets.csv: the outlets. */
import { isOpenAllWeek } from '@shop/core/stores/opening';
import { computeDistanceKm, isInMalaysia } from '@shop/core/stores/place';
import { STORE_SERVICES } from '@shop/core/stores/services';
import * as v from 'valibot';
import { codec, day, hours, picture, state, text, word } from '../../field-tables/codecs.ts';
import { formatExceptions, parseExceptions } from '../../field-tables/documents.ts';
import { entryName, type ItemOf, optional, required, withDefault } from '../../field-tables/fields.ts';
import { listPart } from '../../field-tables/list-part.ts';
import { findPostcode } from '../../postcodes/postcodes.ts';

const postcode = codec(v.pipe(v.string(), v.regex(/^\d{5}$/, 'must be five digits')));
const degrees = codec(v.pipe(v.string(), v.transform(Number)));

/** Hours on single days, which replace those of the week. */
const exceptions = codec(
  v.pipe(
    v.string(),
    v.transform(parseExceptions),
    v.array(v.any(), 'must be such as "2026-12-25 closed; 2026-12-31 08:00-18:00", each day once'),
  ),
  formatExceptions,
);

const services = codec(
  v.pipe(
    v.string(),
    v.transform((words) => words.split(';').map((each) => each.trim())),
    v.array(v.picklist(STORE_SERVICES, `must be some of ${STORE_SERVICES.join('; ')}`)),
  ),
  (words) => words.join('; '),
);

const yesOrNo = codec(
  v.pipe(
    v.picklist(['yes', 'no'], 'must be yes or no'),
    v.transform((answer) => answer === 'yes'),
  ),
  (is) => (is ? 'yes' : 'no'),
);

const outletFields = {
  code: entryName(),
  name: required('name', text),
  street_address: required('street_address', word),
  postcode: required('postcode', postcode),
  state: required('state', state),
  latitude: required('latitude', degrees),
  longitude: required('longitude', degrees),
  phone: required('phone', word),
  hours: required('hours', hours),
  exceptions: withDefault('exceptions', exceptions, []),
  services: withDefault('services', services, []),
  photo: optional(
    'photo',
    picture((code) => `outlet-${code.toLowerCase()}`),
  ),
  opened_on: optional('opened_on', day('2019-05-01')),
  is_active: withDefault('active', yesOrNo, true),
};

export const outlets = listPart({
  name: 'outlets',
  table: 'outlets',
  key: 'code',
  fields: outletFields,
  check(shops, { report }) {
    // A cell that is missing was reported as such.
    const isBeyond = (value: number | undefined, max: number) => value !== undefined && !(Math.abs(value) <= max);
    for (const { code, latitude, longitude, hours, services } of shops) {
      const isNoPlace = isBeyond(latitude, 90) || isBeyond(longitude, 180);
      if (isNoPlace) report('latitude or longitude is no place', [code]);
      const opens24Hours = hours === undefined || isOpenAllWeek(hours);
      if (services.includes('24-hours') && !opens24Hours) report('offers 24-hours, but its hours do not', [code]);
    }
  },
});

/** Distance to the town of its postcode above which an outlet probably has a wrong position or postcode. */
const FAR_KM = 40;

/** Lists remarks on outlets whose position does not fit Malaysia or their postcode, by their codes. */
export function checkPositions(listed: readonly ItemOf<typeof outletFields>[]): { code: string; reason: string }[] {
  return listed.flatMap(({ code, latitude: lat, longitude: lng, postcode, state }) => {
    const postcodePlace = findPostcode(postcode);
    const note = (reason: string) => [{ code, reason: `${code} ${reason}` }];
    if (!isInMalaysia({ lat, lng })) return note(`is outside Malaysia: ${lat}, ${lng}`);
    if (postcodePlace === null) return note(`has the unknown postcode ${postcode}`);
    if (postcodePlace.state_id !== state) return note(`is in another state than its postcode ${postcode}`);
    const km = Math.round(computeDistanceKm({ lat, lng }, postcodePlace.position));
    return km > FAR_KM ? note(`is ${km} km from ${postcodePlace.town}, the town of its postcode ${postcode}`) : [];
  });
}
