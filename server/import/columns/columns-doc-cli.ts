/** `npm run columns`: writes the tables of columns in docs/import.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { updateTables } from './columns-doc.ts';

const PAGE = new URL('../../../docs/import.md', import.meta.url);
writeFileSync(PAGE, updateTables(readFileSync(PAGE, 'utf8')));
