/** Reads a shop's setup from the database. */
import * as v from 'valibot';
import { storedSettings } from '../content/settings.ts';
import type { Db } from '../db/database.ts';
import type { ComputedColumns } from '../field-tables/list-part.ts';
import type { ImageSpec } from '../media/image-spec.ts';
import type { SetupSettings } from './settings.ts';
import { readStoredSetup, specsByHash } from './shop-setup.sql.ts';
import type { ShopSetup } from './shop-setup.ts';

/** The setup as stored, and its computed columns: unchanged ones need no write. */
export type CurrentSetup = ShopSetup & { computed: ComputedColumns };

async function loadImagesByHash(db: Db, hashes: readonly (string | null)[]): Promise<Map<string | null, ImageSpec>> {
  const present = hashes.filter((hash) => hash !== null);
  const rows = present.length > 0 ? await db.rows(specsByHash, [present]) : [];
  return new Map(rows.map(({ hash, spec }) => [hash, spec]));
}

async function readStoredSettings(db: Db, stored: Record<string, unknown>): Promise<SetupSettings> {
  const { logo, icon, seo, ...settings } = v.parse(storedSettings, stored);
  const images = await loadImagesByHash(db, [logo, icon, seo.og_image]);
  const image = (hash: string | null) => images.get(hash) ?? null;
  return { ...settings, logo: image(logo), icon: image(icon), seo: { ...seo, og_image: image(seo.og_image) } };
}

/** Reads the whole setup in one statement, and the images that the settings name. */
export async function readSetup(db: Db): Promise<CurrentSetup> {
  const row = await db.row(readStoredSetup);
  if (row === null) throw new Error('The setup could not be read');
  return { ...row.lists, settings: await readStoredSettings(db, row.settings), computed: row.computed };
}
