/** A name of the catalogue. English stands in for a missing Chinese one, and screen readers need to know. */
import { useLang } from './MessagesProvider.tsx';

const HAN = /\p{Script=Han}/u;

export function Name({ children }: { children: string }) {
  return useLang() === 'zh' && !HAN.test(children) ? <span lang="en">{children}</span> : children;
}
