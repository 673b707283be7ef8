/** banners/banners.yaml: pictures with links, on the home page, above lists, in the cart and as a popup. */
import { AUDIENCES, PLACEMENTS, PLATFORMS } from '@shop/core/content/banners';
import { LANGS } from '@shop/core/lang';
import { isPagePath, LINK_KINDS, type LinkKind, linkTargetPath, parseLinkTarget } from '@shop/core/links/link-target';
import * as v from 'valibot';
import {
  categories,
  code,
  codec,
  count,
  filledWord,
  flag,
  list,
  moment,
  NO_TEXT,
  oneOf,
  percent,
  picture,
  text,
} from '../../field-tables/codecs.ts';
import { derived, document, entryName, optional, required, withDefault } from '../../field-tables/fields.ts';
import { listPart } from '../../field-tables/list-part.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { checkWindow } from './benefit.ts';

const PAGE_RULE = 'must be a page of the shop such as /products';
const NO_TARGET = `must be a path, or one of ${LINK_KINDS.join(', ')} with its name, such as { category: snacks }`;

/** A path of the shop, or a target such as `{ product: pandan-kaya }`, stored as its path. */
const link = codec(
  v.union(
    [
      v.pipe(filledWord.schema, v.regex(/^\/(?!\/)/, PAGE_RULE), v.check(isPagePath, PAGE_RULE)),
      v.pipe(
        v.record(v.picklist(LINK_KINDS, NO_TARGET), filledWord.schema),
        v.transform((targets) => {
          const [target, ...others] = Object.entries(targets) as [LinkKind, string][];
          return target === undefined || others.length > 0
            ? undefined
            : linkTargetPath({ kind: target[0], value: target[1] });
        }),
        v.string(NO_TARGET),
      ),
    ],
    NO_TARGET,
  ),
  (path) => {
    const target = parseLinkTarget(path);
    return target === null ? path : { [target.kind]: target.value };
  },
);

/** Returns the default small picture of a banner: a drawing's first two packs, else the same file. */
const toTile = ({ image }: { image: ImageSpec }): ImageSpec =>
  image.kind === 'banner' ? { ...image, packs: image.packs.slice(0, 2), format: 'tile' } : image;

export const banners = listPart({
  name: 'banners',
  table: 'banners',
  key: 'slug',
  position: 1,
  fields: {
    slug: entryName(),
    placement: withDefault('place', oneOf(PLACEMENTS), 'home_hero', {
      doc: `place: ${PLACEMENTS.join(', ')}. Without a home_tile the second and third of home_hero are small.`,
    }),
    categories: withDefault('categories', categories, [], {
      doc: 'categories: of category_top: the categories, by slug, whose pages show it; without it all do.',
    }),
    audience: withDefault('audience', oneOf(AUDIENCES), 'everyone', {
      doc: `audience: ${AUDIENCES.join(', ')} (signed in, without any order).`,
    }),
    tiers: withDefault('tiers', list(code, 'must be a list of tiers'), [], {
      doc: 'tiers: [gold]: of audience: tier.',
    }),
    platforms: withDefault('platforms', list(oneOf(PLATFORMS), 'must be a list of platforms'), [], {
      doc: `platforms: of ${PLATFORMS.join(', ')}; without it all.`,
    }),
    languages: withDefault('languages', list(oneOf(LANGS), 'must be a list of languages'), [], {
      doc: 'languages: [zh]; without it all.',
    }),
    priority: withDefault('priority', count, 0, { doc: 'priority: 10: banners with more come first.' }),
    title: required('title', text),
    description: withDefault('text', text, NO_TEXT),
    cta: required('button', text),
    link: required('link', link),
    scene: withDefault('colours', code, 'plain', { isAlwaysWritten: true }),
    image: required('image', picture(String)),
    phone: derived(
      'phone',
      picture((slug) => `${slug}-phone`),
      ({ image }: { image: ImageSpec }) => image,
      { doc: 'phone: the large picture on phones, 780 by 576 pixels.' },
    ),
    tile: derived(
      'tile',
      picture((slug) => `${slug}-tile`),
      toTile,
      {
        doc: 'tile: a picture of its own for small tiles and strips, 780 by 392 pixels.',
      },
    ),
    focus: optional('focus', document({ x: required('x', percent), y: required('y', percent) }), {
      doc: 'focus: { x: 70, y: 40 }: the point, in percent of the pictures, that stays in view where they are cut.',
    }),
    is_active: withDefault('active', flag, true, { doc: 'active: false: a banner that is not shown.' }),
    starts_at: optional('from', moment),
    ends_at: optional('to', moment),
  },
  check(items, place) {
    const tiers = place.namesIn('tiers');
    for (const item of items) {
      const { report } = place;
      checkWindow(item.slug, item, place);
      if ((item.audience === 'tier') !== item.tiers.length > 0) {
        report('audience: tier and tiers go together', [item.slug]);
      }
      for (const tier of item.tiers) {
        if (!tiers.includes(tier))
          report(`there is no tier ${tier}; the tiers are ${tiers.join(', ')}`, [item.slug, 'tiers']);
      }
      if (item.categories.length > 0 && item.placement !== 'category_top') {
        report('only place: category_top has categories', [item.slug, 'categories']);
      }
    }
  },
});
