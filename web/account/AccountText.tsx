/** Renders a static block inside the account, with the components of the information pages. */
import { useQuery } from '@tanstack/react-query';
import { staticBlockQuery } from '../content/content-queries.ts';
import { MissingBlock } from '../content/information/MissingText.tsx';
import { StaticText } from '../content/information/StaticText.tsx';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { AccountFrame } from './AccountFrame.tsx';

export function AccountText({ slug, title }: { slug: string; title: string }) {
  const { data } = useQuery(staticBlockQuery(useLang(), slug));
  return (
    <AccountFrame title={data?.title ?? title}>
      {data === undefined ? <MissingBlock /> : <StaticText block={data} narrow />}
    </AccountFrame>
  );
}
