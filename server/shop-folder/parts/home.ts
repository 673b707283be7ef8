/** home.yaml: the sections of the home page, and its moods. */
import { HOME_SECTIONS } from '@shop/contract/settings';
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import * as v from 'valibot';
import { codec, filledWord, list, oneOf, text, word } from '../../field-tables/codecs.ts';
import { document, required, withDefault } from '../../field-tables/fields.ts';
import { setting } from '../settings.ts';

const sections = codec(
  v.pipe(
    v.array(v.picklist(HOME_SECTIONS, `must be one of ${HOME_SECTIONS.join(', ')}`), 'must be a list'),
    v.check((names) => new Set(names).size === names.length, 'names a section twice'),
  ),
);

const mood = document({
  tag: required('tag', filledWord),
  aisle: withDefault('aisle', word, ''),
  name: required('name', text),
  text: required('text', text),
  backdrop: required('backdrop', oneOf(BACKDROPS)),
});

export const home = [
  setting('sections', 'home.sections', sections),
  setting('moods', 'home.moods', list(mood, 'must be a list of moods')),
];
