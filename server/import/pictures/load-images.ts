/** Saves pictures of the folder or ZIP as uploads, a few at a time. */
import { saveImages } from '../../content/images.ts';
import type { Db } from '../../db/database.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { acceptUpload } from '../../media/upload.ts';
import type { ImageSource } from './image-source.ts';
import { FILE_MARK } from './match-images.ts';

const MAX_CONCURRENT = 4;

/** Reads, checks and registers pictures: address → image hash. Reports and skips those that fail. */
export async function loadImages(
  { source, dir }: { source: ImageSource; dir: string },
  db: Db,
  addresses: readonly string[],
  onFailure: (address: string, reason: string) => void,
): Promise<Map<string, string>> {
  const inTurn = limitConcurrency(MAX_CONCURRENT);
  const specs = new Map<string, ImageSpec>();
  const load = async (address: string) => {
    try {
      const upload = await acceptUpload(dir, await source.read(address.slice(FILE_MARK.length)));
      if ('refused' in upload) onFailure(address, `is no usable picture (${upload.refused})`);
      else specs.set(address, upload.spec);
    } catch (error) {
      onFailure(address, error instanceof Error ? error.message : 'cannot be read');
    }
  };
  await Promise.all(addresses.map((address) => inTurn(() => load(address))));
  const hashes = await saveImages(db, [...specs.values()]);
  return new Map([...specs.keys()].map((address, index) => [address, hashes[index] ?? '']));
}
