/** The current language of the office, for code outside React: the browser's until the user chooses one. */
import { LANGUAGES } from './messages.ts';

const stripRegions = (tags: readonly string[]): string[] => tags.map((tag) => tag.split('-')[0] ?? tag);

let locale = stripRegions(navigator.languages).find((each) => each in LANGUAGES) ?? 'en';
export const currentLocale = (): string => locale;

/** Sets the page's `lang`, by which browsers choose fonts and screen readers a voice. */
export const markLanguage = (): void => {
  document.documentElement.lang = locale === 'zh' ? 'zh-Hans' : locale;
};

export const setCurrentLocale = (next: string): void => {
  locale = next;
  markLanguage();
};
