/**
 * The API and its jobs in a process of their own, for tests that kill it: prints its address, and never ends by itself.
 */
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';

const config = readConfig(process.env);
const app = await createApp({ config, database: await openDatabase(config), freePorts: true });
const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
await app.startJobs();
process.stdout.write(`${url}\n`);
