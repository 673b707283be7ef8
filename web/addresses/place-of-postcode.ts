/** Looks up city and state of a postcode in a list that loads when the first postcode is typed (docs/ux.md#rule-29). */
import { queryOptions } from '@tanstack/react-query';
import { statesQuery } from './address-queries.ts';

/** `state_id` is empty if the shop has no such state. */
export type PlaceOfPostcode = { city: string; state_id: string };

/** Normalizes a state's name: the list spells `Wp Labuan` where the shop spells `W.P. Labuan`. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[.\s]/g, '');

/** Returns whether the list has a postcode. */
export const isKnownZip = async (zip: string): Promise<boolean> =>
  (await import('malaysia-postcodes')).findPostcode(zip).found;

/**
 * Queries city and state of a postcode; null for an unknown one. Waits for the shop's states, so that both arrive at
 * once.
 */
export const placeQuery = (zip: string) =>
  queryOptions({
    queryKey: ['place of postcode', zip],
    queryFn: async ({ client }): Promise<PlaceOfPostcode | null> => {
      const { findPostcode } = await import('malaysia-postcodes');
      const { found, city, state } = findPostcode(zip);
      if (!found || city === undefined || state === undefined) return null;
      // The list has English state names in every language.
      const { data: states } = await client.ensureQueryData(statesQuery('en'));
      return { city, state_id: states.find(({ name }) => normalizeName(name) === normalizeName(state))?.id ?? '' };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
