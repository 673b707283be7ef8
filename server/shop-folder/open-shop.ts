/** Opens the shop that the settings name, for a command-line program. */
import { readConfig } from '../config.ts';
import { type OpenDatabase, openDatabase } from '../db/open.ts';
import { prepareShop } from './prepare-shop.ts';

export type OpenShop = OpenDatabase & { config: ReturnType<typeof readConfig> };

/** Opens the database, runs missing migrations, sets up a new shop, and closes the database after `work`. */
export async function withShop<T>(work: (shop: OpenShop) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const opened = await openDatabase(config);
  try {
    await prepareShop(opened);
    return await work({ ...opened, config });
  } finally {
    await opened.close();
  }
}
