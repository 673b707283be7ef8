/** The logo: the shop's own picture, else the mark and the shop's name. */
import type { Settings } from '@shop/contract/settings';
import { homePath } from '@shop/core/links/paths';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';

export function Logo({ settings }: { settings: Settings | undefined }) {
  const t = useT();
  const name = settings?.siteTitle ?? t('layout.home');
  const picture = settings?.logo.is_own ? settings.logo.thumbnail : null;
  return (
    <LangLink
      to={homePath()}
      className="flex min-h-11 min-w-0 items-center gap-2 font-display text-[min(1.625rem,7vw)] leading-tight font-extrabold tracking-[-0.03em] text-action-strong"
    >
      {picture === null ? (
        <>
          <Sack />
          <span className="truncate">{name}</span>
        </>
      ) : (
        // The picture's proportions are unknown, so a fixed box reserves its space.
        <img src={picture} alt={name} className="h-10 w-36 object-contain object-left lg:w-44 rtl:object-right" />
      )}
    </LangLink>
  );
}

/** Draws the mark: a smiling sack. */
function Sack() {
  return (
    <svg viewBox="0 0 32 32" className="size-8.5 shrink-0" aria-hidden>
      <path d="M7 9Q16 5 25 9Q28 18 26 27Q16 31 6 27Q4 18 7 9Z" className="fill-[#1c7a3f]" />
      <path d="M8 8Q9 3 13 5Q16 2 19 5Q23 3 24 8Q16 11 8 8Z" className="fill-[#125f30]" />
      <path d="M7.5 10.5Q16 13.5 24.5 10.5" className="fill-none stroke-coin stroke-2 [stroke-dasharray:3_2]" />
      <path d="M11 19q5 7 10 0" className="fill-none stroke-white stroke-[2.4] [stroke-linecap:round]" />
    </svg>
  );
}
