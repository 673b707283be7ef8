/** The coloured backgrounds behind product pictures; each category has one. The API calls the field `stage`. */
export const BACKDROPS = ['snack', 'fresh', 'drink', 'dairy', 'home', 'pantry', 'sweet'] as const;
export type Backdrop = (typeof BACKDROPS)[number];
