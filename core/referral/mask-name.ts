/** Masks a person's name for other customers: the first character of each word, such as "M*** L***". */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}***`)
    .join(' ') || '***';
