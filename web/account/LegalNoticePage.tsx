/** /my-account/legal-notice: an information text inside the account. Needs no sign-in. */
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { staticBlockQuery } from '../content/content-queries.ts';
import { prefetchBlock } from '../content/information/information.ts';
import { MissingBlock } from '../content/information/MissingText.tsx';
import { StaticText } from '../content/information/StaticText.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { pageRequest } from '../page-loader.ts';
import { AccountFrame } from './AccountFrame.tsx';

const BLOCK_SLUG = 'legal-notice';

export const loader = (args: LoaderFunctionArgs) => prefetchBlock(pageRequest(args), BLOCK_SLUG);

export function Component() {
  const t = useT();
  const { data } = useQuery(staticBlockQuery(useLang(), BLOCK_SLUG));
  return (
    <AccountFrame title={data?.title ?? t('account.legal')}>
      {data === undefined ? <MissingBlock /> : <StaticText block={data} isNarrow />}
    </AccountFrame>
  );
}
