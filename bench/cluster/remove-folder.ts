import { rmSync } from 'node:fs';

/** Removes a folder with what is in it. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
