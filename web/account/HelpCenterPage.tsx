/** /my-account/help-center: topics with their questions, and help with a member's last order. Needs no sign-in. */
import type { StaticBlock } from '@shop/contract/content';
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { useTokenScope } from '../api/tokens.ts';
import { staticBlockQuery } from '../content/content-queries.ts';
import { useHashTarget } from '../content/home/use-hash-target.ts';
import { prefetchBlock } from '../content/information/information.ts';
import { MissingBlock } from '../content/information/MissingText.tsx';
import { TextHeader, useBlockLang } from '../content/information/StaticText.tsx';
import { lazyHydrated } from '../hydration/lazy.tsx';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { pageRequest } from '../page-loader.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';
import { SanitizedHtml } from '../ui/SanitizedHtml.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountFrame } from './AccountFrame.tsx';

const BLOCK_SLUG = 'help-center';

export const loader = (args: LoaderFunctionArgs) => prefetchBlock(pageRequest(args), BLOCK_SLUG);

// Only members have a last order.
const LastOrderHelp = lazyHydrated(
  () => import('./LastOrderHelp.tsx').then((file) => file.LastOrderHelp),
  <Skeleton className="h-56 rounded-xl" />,
);

/** Icons of the topics by their anchors; a shop's own topics get a question mark. */
const TOPIC_ICONS: Readonly<Record<string, IconName>> = {
  orders: 'package',
  delivery: 'truck',
  payment: 'wallet',
  returns: 'warning-circle',
  loyalty: 'coins',
  account: 'user',
  ask: 'phone',
};

function Topics({ block }: { block: StaticBlock }) {
  useHashTarget();
  return (
    <ul lang={useBlockLang(block)} className="grid items-stretch gap-4 md:grid-cols-2">
      {block.sections.map(({ slug, title, body }) => (
        <li
          key={slug}
          id={slug}
          tabIndex={-1}
          className="grid scroll-mt-[calc(var(--h-header)+1.5rem)] content-start gap-3 rounded-xl border border-line bg-surface p-5 md:last:odd:col-span-2"
        >
          <h2 className="flex items-center gap-3 text-md">
            <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-pandan-100 text-action-strong">
              <Icon name={TOPIC_ICONS[slug] ?? 'question'} className="size-6" />
            </span>
            {title}
          </h2>
          <SanitizedHtml html={body} className="text-[1rem] leading-relaxed text-ink-2" />
        </li>
      ))}
    </ul>
  );
}

export function Component() {
  const t = useT();
  const { data: block } = useQuery(staticBlockQuery(useLang(), BLOCK_SLUG));
  const isMember = useTokenScope() !== 'guest';
  return (
    <AccountFrame title={block?.title ?? t('account.help')}>
      {block === undefined ? <MissingBlock /> : <TextHeader block={block} />}
      {isMember && <LastOrderHelp />}
      {block !== undefined && <Topics block={block} />}
    </AccountFrame>
  );
}
