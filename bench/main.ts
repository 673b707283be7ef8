/**
 * `npm run bench` measures everything, `npm run bench -- api scale` some parts; `--fresh` makes the shops anew. Prints
 * tables with their targets beside them. A target that is missed is printed, and ends nothing.
 */
import { measureAbuse } from './abuse.ts';
import { measureApi } from './api.ts';
import { measureBundle } from './bundle.ts';
import { measureImport } from './import.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import { printTable, type Row, say } from './report.ts';
import { measureScale } from './scale.ts';

type Part = { name: string; title: string; measure(fresh: boolean): Promise<Row[]> };

const PARTS: readonly Part[] = [
  { name: 'api', title: 'Rates, to bare node:http, and SQL statements', measure: measureApi },
  { name: 'scale', title: 'Cold lists, facets and searches as the catalogue grows', measure: measureScale },
  { name: 'bundle', title: 'What a browser loads, gzip', measure: measureBundle },
  { name: 'pages', title: 'Pages in Chromium at 4× processor slowdown, 1.6 Mbit/s and 150 ms', measure: measurePages },
  { name: 'memory', title: 'The server process on PostgreSQL', measure: measureMemory },
  { name: 'import', title: 'A catalogue of another shop, on PostgreSQL', measure: measureImport },
  { name: 'abuse', title: 'Memory and waiting under abuse, on PostgreSQL', measure: measureAbuse },
];

const asked = process.argv.slice(2);
const fresh = asked.includes('--fresh');
const names = asked.filter((each) => each !== '--fresh');
const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}; there are ${PARTS.map((part) => part.name).join(', ')}`);
  process.exit(1);
}

for (const { name, title, measure } of PARTS) {
  if (names.length > 0 && !names.includes(name)) continue;
  say(`Measuring: ${name}`);
  printTable(title, await measure(fresh));
}
