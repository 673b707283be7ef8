/** The language that the office shows now, for code outside React. */
let locale = 'en';
export const currentLocale = (): string => locale;
export const setCurrentLocale = (next: string): void => {
  locale = next;
};
