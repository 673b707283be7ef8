/**
 * A name of the catalogue. One that is missing in the page's language falls back to English, marked with its language
 * for screen readers.
 */
import { useMessagesLocale } from './MessagesProvider.tsx';

const HAN = /\p{Script=Han}/u;

export function Name({ children }: { children: string }) {
  return useMessagesLocale() === 'en' || HAN.test(children) ? children : <span lang="en">{children}</span>;
}
