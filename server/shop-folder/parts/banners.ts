/** banners/banners.yaml: the large pictures of the home page. */
import * as v from 'valibot';
import { code, codec, filledWord, flag, moment, NO_TEXT, picture, text } from '../../field-tables/codecs.ts';
import { derived, entryName, optional, required, withDefault } from '../../field-tables/fields.ts';
import { listPart } from '../../field-tables/list-part.ts';
import type { ImageSpec } from '../../media/image-spec.ts';

const path = codec(v.pipe(filledWord.schema, v.regex(/^\/(?!\/)/, 'must be a path of the shop such as /products')));

/** Returns the default small picture of a banner: a drawing's first two packs, else the same file. */
const tileOf = ({ image }: { image: ImageSpec }): ImageSpec =>
  image.kind === 'banner' ? { ...image, packs: image.packs.slice(0, 2), format: 'tile' } : image;

export const banners = listPart({
  name: 'banners',
  table: 'banners',
  key: 'slug',
  position: 1,
  fields: {
    slug: entryName(),
    title: required('title', text),
    description: withDefault('text', text, NO_TEXT),
    cta: required('button', text),
    link: required('link', path),
    scene: withDefault('colours', code, 'plain', { isAlwaysWritten: true }),
    image: required('image', picture(String)),
    tile: derived(
      'tile',
      picture((slug) => `${slug}-tile`),
      tileOf,
      {
        doc: 'tile: a picture of its own for small screens.',
      },
    ),
    is_active: withDefault('active', flag, true, { doc: 'active: false: a banner that is not shown.' }),
    starts_at: optional('from', moment),
    ends_at: optional('to', moment),
  },
});
