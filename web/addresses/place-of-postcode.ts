/** Looks up city and state of a postcode in a list that loads when the first postcode is typed (docs/ux.md#rule-29). */

export type PlaceOfPostcode = {
  city: string;
  /** As the list spells it: `Selangor`, `Wp Kuala Lumpur`. */
  state: string;
};

/** Returns the city and state of a postcode; null for an unknown one. */
export async function placeOfPostcode(zip: string): Promise<PlaceOfPostcode | null> {
  const { findPostcode } = await import('malaysia-postcodes');
  const { found, city, state } = findPostcode(zip);
  return found && city !== undefined && state !== undefined ? { city, state } : null;
}

/** The list spells `Wp Labuan` where the shop spells `W.P. Labuan`. */
const plain = (name: string): string => name.toLowerCase().replace(/[.\s]/g, '');

/** Returns the id of a state by its name in the list, or null; `states` have to be in English. */
export function stateIdOf(name: string, states: readonly { id: string; name: string }[]): string | null {
  return states.find((state) => plain(state.name) === plain(name))?.id ?? null;
}
