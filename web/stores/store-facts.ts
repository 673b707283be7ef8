/** A store's address and directions. */
import type { StoreRow } from './stores-queries.ts';

/** Returns the address on one line. */
export function formatStoreAddress({ street_address, postcode, city, state }: StoreRow): string {
  const town = `${postcode} ${city}`.trim();
  // Kuala Lumpur is both a town and a territory: writes it once.
  return [street_address, town, ...(state.endsWith(city) && city !== '' ? [] : [state])].join(', ');
}

/** Returns the URL of directions, which opens a phone's maps app, or the map in a browser. */
export const buildDirectionsUrl = ({ lat, lng }: Pick<StoreRow, 'lat' | 'lng'>): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`;
