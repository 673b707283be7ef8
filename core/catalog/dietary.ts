/** Dietary needs that a need implies, by slug (docs/readings.md#48). */
export const IMPLIED_DIETARY: Readonly<Record<string, readonly string[]>> = {
  vegan: ['vegetarian', 'dairy-free'],
};
