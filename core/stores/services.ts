/** The services of outlets, by their names in outlets.csv and the API, in the order in which pages list them. */
export const STORE_SERVICES = [
  '24-hours',
  'member-card',
  'click-and-collect',
  'halal-counter',
  'parking',
  'atm',
] as const;

export type StoreService = (typeof STORE_SERVICES)[number];
