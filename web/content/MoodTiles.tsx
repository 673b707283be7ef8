/**
 * Tiles of four tastes, each with a best-selling product. The words are Malay on the English page too, as everyone in
 * Malaysia uses them.
 */
import type { ProductRow } from '@shop/contract/catalog';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath } from '@shop/core/links/paths';
import { PackImage } from '../catalog/card/PackImage.tsx';
import { type PlainKey, useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Kept } from '../kept-html.tsx';
import { LangLink } from '../links.tsx';
import { classNames } from '../ui/class-names.ts';

type Mood = { tag: string; name: PlainKey; text: PlainKey; ground: string };

/** `tag` is a product tag's slug and a search keyword. */
const MOODS: readonly Mood[] = [
  { tag: 'pedas', name: 'home.mood_hot', text: 'home.mood_hot_text', ground: 'bg-stage-snack' },
  { tag: 'manis', name: 'home.mood_sweet', text: 'home.mood_sweet_text', ground: 'bg-stage-sweet' },
  { tag: 'masin', name: 'home.mood_salty', text: 'home.mood_salty_text', ground: 'bg-stage-drink' },
  { tag: 'segar', name: 'home.mood_fresh', text: 'home.mood_fresh_text', ground: 'bg-stage-fresh' },
];

/** Picks a different product for each mood. */
function packsFor(products: readonly ProductRow[]): Map<string, ProductRow> {
  const packs = new Map<string, ProductRow>();
  for (const { tag } of MOODS) {
    const taken = new Set([...packs.values()].map(({ id }) => id));
    const found = products.find(({ id, tags }) => !taken.has(id) && tags.some(({ slug }) => slug === tag));
    if (found !== undefined) packs.set(tag, found);
  }
  return packs;
}

export function MoodTiles({ products }: { products: readonly ProductRow[] }) {
  const t = useT();
  const lang = useLang();
  const packs = packsFor(products);
  return (
    <section aria-labelledby="moods" className="min-w-0">
      <h2 id="moods" className="mb-3 text-xl lg:mb-4 lg:text-2xl">
        {t('home.moods')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-4">
        {MOODS.map((mood) => (
          <Kept
            key={mood.tag}
            of={packs.get(mood.tag)}
            look={`${mood.tag} ${lang}`}
            as="li"
            className={classNames(
              'stage-glow group relative h-56 overflow-hidden rounded-xl p-4 lg:h-72 lg:p-5',
              mood.ground,
            )}
          >
            <Tile mood={mood} pack={packs.get(mood.tag)} />
          </Kept>
        ))}
      </ul>
    </section>
  );
}

function Tile({ mood: { tag, name, text }, pack }: { mood: Mood; pack: ProductRow | undefined }) {
  const t = useT();
  const lang = useLang();
  return (
    <>
      <LangLink
        to={productsPath(formatListState({ ...EMPTY_LIST_STATE, keyword: tag }))}
        className="after:absolute after:inset-0 after:z-10 after:rounded-xl"
      >
        <span lang={lang === 'en' ? 'ms' : undefined} className="font-display text-2xl font-extrabold">
          {t(name)}
        </span>
      </LangLink>
      <p className="text-sm text-ink-2">{t(text)}</p>
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
