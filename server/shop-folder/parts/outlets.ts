/** outlets.csv: the outlets. */
import * as v from 'valibot';
import { codec, hours, state, text, word } from '../../field-tables/codecs.ts';
import { entryName, required } from '../../field-tables/fields.ts';
import { listPart } from '../../field-tables/list-part.ts';

const postcode = codec(v.pipe(v.string(), v.regex(/^\d{5}$/, 'must be five digits')));
const degrees = codec(v.pipe(v.string(), v.transform(Number)));

export const outlets = listPart({
  name: 'outlets',
  table: 'outlets',
  key: 'code',
  fields: {
    code: entryName(),
    name: required('name', text),
    street_address: required('street_address', word),
    postcode: required('postcode', postcode),
    state: required('state', state),
    latitude: required('latitude', degrees),
    longitude: required('longitude', degrees),
    phone: required('phone', word),
    hours: required('hours', hours),
  },
  check(shops, { report }) {
    // A cell that is missing was reported as such.
    const isBeyond = (value: number | undefined, max: number) => value !== undefined && !(Math.abs(value) <= max);
    for (const { code, latitude, longitude } of shops) {
      const isNoPlace = isBeyond(latitude, 90) || isBeyond(longitude, 180);
      if (isNoPlace) report('latitude or longitude is no place', [code]);
    }
  },
});
