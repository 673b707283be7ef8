/** `npm run columns`: writes the tables of columns in docs/import.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { updateTables } from './columns-doc.ts';

const IMPORT_PAGE = new URL('../../../docs/import.md', import.meta.url);
writeFileSync(IMPORT_PAGE, updateTables(readFileSync(IMPORT_PAGE, 'utf8')));
