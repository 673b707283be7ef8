/**
 * Hero of the home page: one large tile and two small ones, all static (docs/ux.md#rule-2). Further banners follow the
 * large one and are paged manually, with dots; nothing moves automatically.
 */
import type { Banner } from '@shop/contract/content';
import type { Lang } from '@shop/core/lang';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { BannerArt } from '../banners/BannerArt.tsx';
import { type BannerAudience, filterBanners, useBannerAudience } from '../banners/banner-audience.ts';
import { pickBannerColours } from '../banners/banner-colours.ts';
import { bannersQuery } from '../content-queries.ts';
import { HeroSkeleton } from './HeroSkeleton.tsx';

const TILE = 'relative isolate overflow-hidden rounded-2xl dark:dimmed';
/** The whole tile is a link; its "button" is only a label. */
const WHOLE_TILE = 'after:absolute after:inset-0 after:rounded-2xl';

function LargeTile({ banner, isFirst }: { banner: Banner; isFirst: boolean }) {
  const { tile, button } = pickBannerColours(banner.scene);
  return (
    <article dir="ltr" className={classNames(TILE, tile, 'min-w-full snap-start p-4.5 lg:p-8')}>
      <BannerArt banner={banner} crop="wide" isFirst={isFirst} />
      <div className="relative flex h-full flex-col items-start">
        <h2 className="max-w-[8.6em] text-hero break-keep">{banner.title}</h2>
        <p className="mt-2 max-w-[11.5em] text-xs max-xs:hidden sm:max-w-[15em] sm:text-sm lg:mt-3.5 lg:max-w-[17em] lg:text-md">
          {banner.description}
        </p>
        <LangLink
          to={banner.link}
          className={classNames(
            WHOLE_TILE,
            button,
            'mt-3.5 inline-flex min-h-11 items-center rounded-md px-5 text-sm font-bold lg:mt-5.5 lg:min-h-12 lg:text-base',
          )}
        >
          {banner.cta}
        </LangLink>
      </div>
    </article>
  );
}

export function SmallTile({ banner, isAlone = false }: { banner: Banner; isAlone?: boolean }) {
  const { tile } = pickBannerColours(banner.scene);
  return (
    <article
      dir="ltr"
      className={classNames(
        TILE,
        tile,
        'h-[132px] max-3xs:col-span-2 max-3xs:h-auto max-3xs:min-h-[132px] p-3.5 sm:h-[170px] lg:h-auto lg:px-7 lg:py-5.5',
        isAlone && 'col-span-2 lg:col-span-1 lg:row-span-2',
      )}
    >
      <BannerArt banner={banner} crop="tile" />
      <div className="relative max-3xs:max-w-[62%]">
        <h2 className="text-[1rem] leading-tight break-keep sm:max-w-[8em] sm:text-lg lg:text-[1.625rem] lg:leading-[1.1]">
          <LangLink to={banner.link} className={WHOLE_TILE}>
            {banner.title}
          </LangLink>
        </h2>
        <p className="mt-1 hidden max-w-[11em] text-xs sm:line-clamp-2 lg:mt-2 lg:line-clamp-3">{banner.description}</p>
      </div>
    </article>
  );
}

/** Splits the banners into large and small ones: without tiles, the second and third are small. */
function arrangeBanners(heroes: readonly Banner[], tiles: readonly Banner[]): MosaicProps {
  if (tiles.length > 0 && heroes.length > 0) return { large: heroes, small: tiles.slice(0, 2) };
  const [first, second, third, ...others] = [...heroes, ...tiles];
  const isBanner = (banner: Banner | undefined) => banner !== undefined;
  return { large: [first, ...others].filter(isBanner), small: [second, third].filter(isBanner) };
}

type MosaicProps = { large: readonly Banner[]; small: readonly Banner[] };

export function Mosaic({ large, small }: MosaicProps) {
  const t = useT();
  return (
    <section
      aria-label={t('banners.offers')}
      className={classNames(
        'grid gap-3 lg:gap-4',
        large.length + small.length > 1 && 'grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-2',
      )}
    >
      <MosaicTiles large={large} small={small} />
    </section>
  );
}

/** Returns the banners of the app's start screen, which precede all others; empty in a browser and a mini-program. */
function useAppBanners(lang: Lang, audience: BannerAudience): readonly Banner[] {
  const isApp = audience.platform === 'ios' || audience.platform === 'android';
  const { data } = useQuery({ ...bannersQuery(lang, 'app'), enabled: isApp });
  return isApp && data !== undefined ? filterBanners(data.data, 'app', audience) : [];
}

export function HeroMosaic() {
  const lang = useLang();
  const audience = useBannerAudience();
  const appBanners = useAppBanners(lang, audience);
  const { data, isError, refetch } = useQuery(bannersQuery(lang, 'home_hero', 'home_tile'));
  if (data === undefined) return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <HeroSkeleton />;
  const { large, small } = arrangeBanners(
    [...appBanners, ...filterBanners(data.data, 'home_hero', audience)],
    filterBanners(data.data, 'home_tile', audience),
  );
  if (large.length === 0) return null;
  return <Mosaic large={large} small={small} />;
}

function MosaicTiles({ large, small }: MosaicProps) {
  const t = useT();
  const rail = useRef<HTMLDivElement>(null);
  const [bannerIndex, setBannerIndex] = useState(0);
  const show = (index: number) => rail.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' });

  return (
    <>
      <div
        className={classNames(
          'relative col-span-2 grid h-[264px] min-w-0 grid-cols-1 max-3xs:h-auto max-3xs:min-h-[264px] sm:h-[340px] lg:h-[408px]',
          small.length > 0 && 'lg:col-span-1 lg:row-span-2',
        )}
      >
        <div
          ref={rail}
          className="rail gap-3 rounded-2xl motion-safe:scroll-smooth"
          onScroll={({ currentTarget }) =>
            setBannerIndex(Math.round(Math.abs(currentTarget.scrollLeft) / currentTarget.clientWidth))
          }
        >
          {large.map((banner, index) => (
            <LargeTile key={banner.id} banner={banner} isFirst={index === 0} />
          ))}
        </div>
        {large.length > 1 && (
          <div className="absolute start-3 bottom-1 flex lg:start-6 lg:bottom-3">
            {large.map((banner, index) => (
              <button
                key={banner.id}
                type="button"
                aria-label={t('banners.show', { title: banner.title })}
                aria-current={index === bannerIndex ? 'true' : undefined}
                onClick={() => show(index)}
                className="grid size-8 place-items-center"
              >
                <span
                  className={classNames(
                    'h-2 rounded-pill border border-[#2b1d14]/40 transition-all duration-200',
                    index === bannerIndex ? 'w-5 bg-white' : 'w-2 bg-white/60',
                  )}
                />
              </button>
            ))}
          </div>
        )}
      </div>
      {small.map((banner) => (
        <SmallTile key={banner.id} banner={banner} isAlone={small.length === 1} />
      ))}
    </>
  );
}
