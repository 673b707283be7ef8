/** A small disk in memory that a drill can fill. Needs root. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServiceUser } from './service.ts';

const DISK_SIZE = '1g';

export type Disk = { fill(): void; free(): void; remove(): void };

/** Mounts a disk at a folder for the services' user. */
export function makeDisk(folder: string): Disk {
  const user = findServiceUser();
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', folder]);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const filler = join(folder, 'filler');
  return {
    fill() {
      const chunk = Buffer.alloc(1024 * 1024);
      try {
        for (;;) writeFileSync(filler, chunk, { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => execFileSync('umount', ['-l', folder]),
  };
}
