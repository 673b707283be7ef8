/** Moves the clock of a shop's process, also while it runs. Timers, and the clock of PostgreSQL, stay as they are. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type MovedClock = {
  /** Environment of the process whose clock is moved. */
  env: Record<string, string>;
  /** Sets the clock, which continues from this time. */
  moveTo(time: Date): void;
  remove(): void;
};

/** Creates a clock that shows a time now. */
export function makeMovedClock(time: Date): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'shop-clock-'));
  const path = join(folder, 'ahead');
  const file = openSync(path, 'w');
  const offset = Buffer.alloc(8);
  const moveTo = (to: Date) => {
    offset.writeDoubleLE(to.getTime() - Date.now());
    writeSync(file, offset, 0, 8, 0);
  };
  moveTo(time);
  const preload = import.meta.resolve('./clock-preload.ts');
  return {
    env: { CLOCK_FILE: path, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`.trim() },
    moveTo,
    remove() {
      closeSync(file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
