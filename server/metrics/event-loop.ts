/** Measures how late timers of this process run. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const NANOSECONDS_PER_SECOND = 1e9;

/** Seconds between two ticks of a 10 ms timer since the previous scrape; without any delay 0.01. */
export type EventLoopLag = { mean: number; p99: number; max: number };

export type EventLoop = {
  /** Reads the times since the last call, or again the last ones if there are no newer. */
  read(): EventLoopLag;
  stop(): void;
};

export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let last: EventLoopLag = { mean: 0, p99: 0, max: 0 };
  return {
    read() {
      if (histogram.count > 0) {
        const { mean, max } = histogram;
        last = {
          mean: mean / NANOSECONDS_PER_SECOND,
          p99: histogram.percentile(99) / NANOSECONDS_PER_SECOND,
          max: max / NANOSECONDS_PER_SECOND,
        };
        histogram.reset();
      }
      return last;
    },
    stop: () => histogram.disable(),
  };
}
