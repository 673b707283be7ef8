/** Tiles of the shop's moods, each with a product of its tag and category; a mood without a product has no tile. */
import type { Settings } from '@shop/contract/settings';
import { EMPTY_LIST_STATE, formatListState } from '@shop/core/links/list-state';
import { productsPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { BACKDROP_CLASSES } from '../../catalog/card/backdrop.ts';
import { PackImage } from '../../catalog/card/PackImage.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Name } from '../../i18n/Name.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { settingsQuery } from '../content-queries.ts';

type Mood = Settings['home']['moods'][number];

export function MoodTiles() {
  const t = useT();
  const moods = useQuery(settingsQuery(useLang())).data?.home.moods ?? [];
  const shownMoods = moods.filter(({ image }) => image !== null);
  if (shownMoods.length === 0) return null;
  return (
    <section aria-labelledby="moods" className="min-w-0">
      <h2 id="moods" className="mb-3 text-xl lg:mb-4 lg:text-2xl">
        {t('home.moods')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-4">
        {shownMoods.map((mood) => (
          <li
            key={mood.tag}
            className={classNames(
              'stage-glow group relative min-h-56 overflow-hidden rounded-xl p-4 lg:min-h-72 lg:p-5',
              BACKDROP_CLASSES[mood.backdrop],
            )}
          >
            <MoodTile mood={mood} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MoodTile({ mood: { tag, name, text, image } }: { mood: Mood }) {
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
      {image !== null && (
        <PackImage
          image={image}
          alt=""
          sizes="(width >= 64rem) 220px, (width >= 40rem) 20vw, 40vw"
          className="absolute -end-4 -bottom-5 w-4/5 rotate-5 transition-transform duration-200 lg:group-hover:-translate-y-1"
        />
      )}
    </>
  );
}
