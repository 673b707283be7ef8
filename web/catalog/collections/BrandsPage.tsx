/** All brands from A to Z with their number of products (docs/spec.md §2 "/brands"). */
import type { Brand } from '@shop/contract/catalog';
import { brandPath, brandsPath } from '@shop/core/links/paths';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { isPlainClick, LangLink } from '../../links.tsx';
import { pageRequest, prefetch } from '../../page-loader.ts';
import { registerBar } from '../../ui/bars.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ScrollRow } from '../../ui/ScrollRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PackImage } from '../card/PackImage.tsx';
import { allBrandsPages } from '../catalog-queries.ts';
import { prefetchPages } from '../listing/listing-pages.ts';
import { groupBrandsByLetter } from './brand-letters.ts';

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  return prefetch(page, prefetchPages(page, allBrandsPages(page.lang)));
}

export function Component() {
  const t = useT();
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    allBrandsPages(useLang()),
  );
  const [text, setText] = useState('');
  // Loads all pages, because an index without some brands would mislead.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const brands = data?.pages.flatMap((page) => page.data);
  const searchText = text.trim().toLowerCase();
  const matches =
    brands?.filter(({ name, local_name }) => `${name} ${local_name ?? ''}`.toLowerCase().includes(searchText)) ?? [];
  const groups = groupBrandsByLetter(matches);
  return (
    <div className="page-width grid grid-cols-1 gap-4 pt-4 pb-8 lg:gap-6 lg:pt-8">
      <Head title={t('layout.brands')} description={t('collections.brands_about')} path={brandsPath()} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-xl lg:text-3xl">{t('collections.brands_title')}</h1>
        <label className="relative flex w-full items-center sm:w-80">
          <span className="sr-only">{t('listing.find_brand')}</span>
          <Icon name="magnifying-glass" className="pointer-events-none absolute start-4 size-5 text-ink-2" />
          <input
            type="search"
            placeholder={t('listing.find_brand')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="h-12 w-full rounded-pill border-[1.5px] border-edge bg-surface ps-12 pe-4 text-[1rem] placeholder:text-ink-3"
          />
        </label>
      </div>
      {brands === undefined && isError && <ErrorBlock onRetry={() => void refetch()} />}
      {brands === undefined && !isError && <BrandsSkeleton />}
      {groups.length > 0 && <LetterLinks letters={groups.map(([letter]) => letter)} />}
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {brands !== undefined &&
          (matches.length === 0 ? t('listing.no_brand') : t('collections.found_brands', { count: matches.length }))}
      </p>
      {groups.length > 0 && (
        // One grid for all letters: most letters have one brand, and would leave the rest of their row empty.
        <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 lg:grid-cols-5 lg:gap-x-4">
          {groups.map(([letter, members]) =>
            members.map((brand, index) => (
              <BrandCard key={brand.id} brand={brand} letter={index === 0 ? letter : null} />
            )),
          )}
        </ul>
      )}
    </div>
  );
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#'];

const anchorOf = (letter: string) => (letter === '#' ? 'brands-0-9' : `brands-${letter}`);

/** Links each letter to its brands; stays visible while scrolling. */
function LetterLinks({ letters }: { letters: readonly string[] }) {
  const t = useT();
  return (
    <nav
      aria-label={t('collections.letters')}
      ref={registerBar}
      className="sticky top-(--h-search) bars-scroll:static z-(--z-sticky) -mx-4 bg-paper md:-mx-6 lg:top-18 lg:mx-0"
    >
      <ScrollRow className="gap-1 px-4 py-1.5 md:px-6 lg:flex-wrap lg:px-0 lg:mask-none">
        {ALPHABET.filter((letter) => letter !== '#' || letters.includes(letter)).map((letter) => (
          <li key={letter}>
            {!letters.includes(letter) ? (
              <span aria-hidden className="grid h-11 w-9 place-items-center font-display text-ink-3">
                {letter}
              </span>
            ) : (
              <a
                href={`#${anchorOf(letter)}`}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  // A link within the page adds no history entry.
                  event.preventDefault();
                  const target = document.getElementById(anchorOf(letter));
                  target?.scrollIntoView();
                  target?.querySelector('a')?.focus({ preventScroll: true });
                }}
                className="press grid h-11 w-9 place-items-center rounded-md bg-pandan-50 font-display font-bold text-action-strong hover:bg-pandan-100"
              >
                {letter}
              </a>
            )}
          </li>
        ))}
      </ScrollRow>
    </nav>
  );
}

/** A brand. The first brand of a letter has that `letter` as a heading above it. */
function BrandCard({ brand, letter }: { brand: Brand; letter: string | null }) {
  const t = useT();
  return (
    <li id={letter === null ? undefined : anchorOf(letter)} className="grid scroll-mt-32 grid-rows-[auto_1fr] gap-2">
      {letter === null ? (
        <span aria-hidden className="min-h-8 border-b border-line" />
      ) : (
        <h2 className="min-h-8 border-b border-line text-lg text-action-strong">{letter}</h2>
      )}
      <div className="relative overflow-hidden rounded-xl border border-line bg-surface transition-colors lg:hover:border-edge">
        <PackImage
          image={brand.image}
          alt=""
          sizes="(width >= 64rem) 240px, 46vw"
          width={800}
          height={500}
          className="aspect-[8/5] w-full object-cover"
        />
        <div className="grid gap-0.5 px-3 py-2.5">
          <LangLink to={brandPath(brand)} className="font-semibold after:absolute after:inset-0 after:rounded-xl">
            {brand.name}
            {brand.local_name !== null && <span className="ms-2 font-normal">{brand.local_name}</span>}
          </LangLink>
          <span className="text-xs text-ink-3 tabular-nums">
            {t('catalog.results', { count: brand.products_count })}
          </span>
        </div>
      </div>
    </li>
  );
}

function BrandsSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5 lg:gap-4">
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change places
        <Skeleton key={index} className="aspect-[4/3.4] rounded-xl" />
      ))}
    </div>
  );
}
