/**
 * Preloaded into a shop's process (`moved-clock.ts`): its clock is ahead by the milliseconds in the file `CLOCK_FILE`.
 * Each reading of the clock reads the file, so that a change counts from the next request on.
 */
import { openSync, readSync } from 'node:fs';

const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
const file = openSync(process.env.CLOCK_FILE ?? '', 'r');
const offset = Buffer.alloc(8);

function now(): number {
  readSync(file, offset, 0, 8, 0);
  return realNow() + offset.readDoubleLE();
}

RealDate.now = now;
// A proxy, so that dates from other threads are also instances of it.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
});
