/** Stores the picture files of a folder: as uploads of the shop, and unchanged for the next export. */
import { join } from 'node:path';
import { fileExists, writeFileAtomically } from '../media/image-files.ts';
import { acceptUpload } from '../media/upload.ts';
import type { FolderProblem, PictureFile } from './read-folder.ts';

/** Returns the path of an unchanged uploaded file, which is never served. */
export const originalPath = (media: string, sha256: string): string => join(media, 'originals', sha256);

const REJECTION_REASONS = {
  'upload.too_large': 'is larger than 5 MB',
  'upload.unsupported': 'is no PNG, JPEG, WebP, AVIF or GIF',
  'upload.too_many_pixels': 'has more than 25 million pixels',
  'upload.unreadable': 'cannot be read as a picture',
};

/** Stores the pictures; returns a problem for each that is refused. */
export async function storePictures(
  media: string,
  pictures: ReadonlyMap<string, PictureFile>,
): Promise<FolderProblem[]> {
  const problems: FolderProblem[] = [];
  for (const [sha256, { file, bytes }] of pictures) {
    const taken = await acceptUpload(media, bytes);
    if ('refused' in taken) problems.push({ file, line: 1, reason: REJECTION_REASONS[taken.refused] });
    else if (!(await fileExists(originalPath(media, sha256))))
      await writeFileAtomically(originalPath(media, sha256), bytes);
  }
  return problems;
}
