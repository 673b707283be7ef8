/** `npm run schema`: writes docs/schema.sql from the migrations, run on an embedded database in memory. */
import { writeFileSync } from 'node:fs';
import { database } from '../database.ts';
import { openInMemory } from '../embedded/embedded.ts';
import { createPool } from '../pool.ts';
import { describeSchema } from './describe-schema.ts';
import { migrate } from './migrate.ts';

const embedded = await openInMemory(`schema ${process.pid}`);
const pool = createPool({ socketFolder: embedded.socketFolder });
await migrate(pool);
writeFileSync(new URL('../../../docs/schema.sql', import.meta.url), await describeSchema(database(pool)));
await pool.end();
await embedded.close();
