/** A refusal in the page's language. The words of all refusals come with it, so it is used by way of `LazyRefusalText.ts`. */
import type { Refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { useLang } from '../i18n/MessagesProvider.tsx';

export function RefusalText({ refused }: { refused: Refusal }) {
  return refusalText(refused, useLang());
}
