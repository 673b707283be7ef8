/** /my-account/help-center: needs no sign-in. */
import type { LoaderFunctionArgs } from 'react-router';
import { blockOf } from '../content/information/information.ts';
import { useT } from '../i18n/MessagesProvider.tsx';
import { pageRequest } from '../page-loader.ts';
import { AccountText } from './AccountText.tsx';

export const loader = (args: LoaderFunctionArgs) => blockOf(pageRequest(args), 'help-center');

export function Component() {
  return <AccountText slug="help-center" title={useT()('account.help')} />;
}
