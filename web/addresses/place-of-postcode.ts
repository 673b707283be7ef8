/** Where a postcode lies, from a list that is fetched when the first postcode is typed (docs/ux.md#rule-29). */

export type PlaceOfPostcode = {
  city: string;
  /** As the list writes it: `Selangor`, `Wp Kuala Lumpur`. */
  state: string;
};

/** The city and state of a postcode; null for one that does not exist. */
export async function placeOfPostcode(zip: string): Promise<PlaceOfPostcode | null> {
  const { findPostcode } = await import('malaysia-postcodes');
  const { found, city, state } = findPostcode(zip);
  return found && city !== undefined && state !== undefined ? { city, state } : null;
}

/** The list writes `Wp Labuan` where the shop writes `W.P. Labuan`. */
const plain = (name: string): string => name.toLowerCase().replace(/[.\s]/g, '');

/** The id of a state by the list's name, among the states in English; null where there is none. */
export function stateIdOf(name: string, states: readonly { id: string; name: string }[]): string | null {
  return states.find((state) => plain(state.name) === plain(name))?.id ?? null;
}
