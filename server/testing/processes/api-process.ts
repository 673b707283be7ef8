/** Runs the API and its jobs in their own process, for tests that kill it; prints the address. */
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../db/open.ts';

const config = readConfig(process.env);
const app = await createApp({ config, database: await openDatabase(config), freePorts: true });
const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
await app.startJobs();
process.stdout.write(`${url}\n`);
