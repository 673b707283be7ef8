/** The office's languages. To add one, add its file, complete by type, and a line here. */
import { en, type Messages } from './en.ts';
import { zh } from './zh.ts';

export const LANGUAGES: Readonly<Record<string, { name: string; messages: Messages }>> = {
  en: { name: 'English', messages: en },
  zh: { name: '中文', messages: zh },
};

export const findMessages = (locale: string): Messages => LANGUAGES[locale]?.messages ?? en;
