/** Tiles of the shop's moods, each with a product of its tag; a mood without a product has no tile. */
import type { ProductRow } from '@shop/contract/catalog';
import type { Settings } from '@shop/contract/settings';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { backdropClass } from '../../catalog/card/backdrop.ts';
import { PackImage } from '../../catalog/card/PackImage.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { settingsQuery } from '../content-queries.ts';

type Mood = Settings['home']['moods'][number];

/** Picks a different product for each mood. */
function packsFor(moods: readonly Mood[], products: readonly ProductRow[]): Map<string, ProductRow> {
  const packs = new Map<string, ProductRow>();
  for (const { tag } of moods) {
    const taken = new Set([...packs.values()].map(({ id }) => id));
    const found = products.find(({ id, tags }) => !taken.has(id) && tags.some(({ slug }) => slug === tag));
    if (found !== undefined) packs.set(tag, found);
  }
  return packs;
}

export function MoodTiles({ products }: { products: readonly ProductRow[] }) {
  const t = useT();
  const moods = useQuery(settingsQuery(useLang())).data?.home.moods ?? [];
  const packs = packsFor(moods, products);
  if (packs.size === 0) return null;
  return (
    <section aria-labelledby="moods" className="min-w-0">
      <h2 id="moods" className="mb-3 text-xl lg:mb-4 lg:text-2xl">
        {t('home.moods')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-4">
        {moods
          .filter(({ tag }) => packs.has(tag))
          .map((mood) => (
            <li
              key={mood.tag}
              className={classNames(
                'stage-glow group relative h-56 overflow-hidden rounded-xl p-4 lg:h-72 lg:p-5',
                backdropClass[mood.backdrop],
              )}
            >
              <Tile mood={mood} pack={packs.get(mood.tag)} />
            </li>
          ))}
      </ul>
    </section>
  );
}

function Tile({ mood: { tag, name, text }, pack }: { mood: Mood; pack: ProductRow | undefined }) {
  return (
    <>
      <LangLink
        to={productsPath(formatListState({ ...EMPTY_LIST_STATE, keyword: tag }))}
        className="after:absolute after:inset-0 after:z-10 after:rounded-xl"
      >
        <span className="font-display text-2xl font-extrabold">
          <Name>{name}</Name>
        </span>
      </LangLink>
      <p className="text-sm text-ink-2">{text}</p>
      {pack !== undefined && (
        <PackImage
          image={pack.image}
          alt=""
          sizes="(width >= 64rem) 220px, (width >= 40rem) 20vw, 40vw"
          className="absolute -end-4 -bottom-5 w-4/5 rotate-5 transition-transform duration-200 lg:group-hover:-translate-y-1"
        />
      )}
    </>
  );
}
