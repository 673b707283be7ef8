/** Runs the shop with its clock set back by `CLOCK_BACK_MS`, so that a benchmark at night has no quiet hours. */
const BACK_MS = Number(process.env.CLOCK_BACK_MS ?? '0');
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() - BACK_MS);
    else super(...(given as [number]));
  }
  static override now(): number {
    return RealDate.now() - BACK_MS;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
await import('../server/main.ts');

export {};
