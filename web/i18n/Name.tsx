/**
 * Renders a name from the catalogue. A name without a translation is in English, and gets a `lang` attribute for screen
 * readers.
 */
import { useMessagesLocale } from './MessagesProvider.tsx';

const HAN = /\p{Script=Han}/u;

export function Name({ children }: { children: string }) {
  return useMessagesLocale() === 'en' || HAN.test(children) ? children : <span lang="en">{children}</span>;
}
