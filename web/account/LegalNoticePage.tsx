/** /my-account/legal-notice: needs no sign-in. */
import type { LoaderFunctionArgs } from 'react-router';
import { prefetchBlock } from '../content/information/information.ts';
import { useT } from '../i18n/MessagesProvider.tsx';
import { pageRequest } from '../page-loader.ts';
import { AccountText } from './AccountText.tsx';

export const loader = (args: LoaderFunctionArgs) => prefetchBlock(pageRequest(args), 'legal-notice');

export function Component() {
  return <AccountText slug="legal-notice" title={useT()('account.legal')} />;
}
