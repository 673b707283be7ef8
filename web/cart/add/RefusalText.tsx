/**
 * Shows a refusal in the page's language. It brings the texts of all refusals along: first loads use
 * `LazyRefusalText.ts`.
 */
import type { Refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';
import { useLang } from '../../i18n/MessagesProvider.tsx';

export function RefusalText({ refused }: { refused: Refusal }) {
  return formatRefusal(refused, useLang());
}
