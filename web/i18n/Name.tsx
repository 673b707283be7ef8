/** A name of the catalogue. A missing Chinese name falls back to English, marked with its language for screen readers. */
import { useLang } from './MessagesProvider.tsx';

const HAN = /\p{Script=Han}/u;

export function Name({ children }: { children: string }) {
  return useLang() === 'zh' && !HAN.test(children) ? <span lang="en">{children}</span> : children;
}
