/** The synonyms of search.yaml: each list has words with the same meaning. */
import * as v from 'valibot';
import { filledWord } from '../../field-tables/codecs.ts';
import * as columns from '../../field-tables/columns.ts';
import { entryName } from '../../field-tables/fields.ts';
import { listPart } from '../../field-tables/list-part.ts';

const line = v.pipe(
  filledWord.schema,
  v.transform((words) => words.split('=').map((term) => term.trim())),
  v.check((terms) => terms.length > 1 && terms.every((term) => term !== ''), 'must be such as "noodles = mee"'),
);

const SYNONYM_FIELDS = { terms: { ...entryName(), column: columns.plain } };

export const synonyms = listPart<'synonyms', typeof SYNONYM_FIELDS, string[]>({
  name: 'synonyms',
  table: 'search_synonyms',
  key: null,
  fields: SYNONYM_FIELDS,
  codec: {
    schema: v.array(line, 'must be a list of lines such as "noodles = mee"'),
    read: (checked: string[][]) => checked,
    write: (lists) => lists.map((terms) => terms.join(' = ')),
  },
  whole: 'replaced',
  select: 't.terms',
  order: 't.id',
  row: (terms) => ({ terms }),
});
