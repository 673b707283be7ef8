/**
 * Live events: one stream for each visible tab, reopened after it ends. Queries also refetch at their own interval
 * (`query-client.ts`), which suffices while no stream is open.
 */
import { STAFF_EVENTS_PATH } from '@shop/contract/staff/staff-paths';
import { currentToken, isLocked } from './session.ts';

/** A message of `text/event-stream`. */
export type StreamMessage = { event: string; data: string };

/** Splits a stream's text into its complete messages and the rest, which the next text continues. */
export function parseMessages(text: string): { messages: StreamMessage[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const messages = blocks.flatMap((block) => {
    const lines = block.split('\n').map((line) => /^(event|data): ?(.*)$/.exec(line));
    const findValues = (name: string) => lines.flatMap((line) => (line?.[1] === name ? [line[2] ?? ''] : []));
    const data = findValues('data');
    return data.length === 0 ? [] : [{ event: findValues('event').at(-1) ?? 'message', data: data.join('\n') }];
  });
  return { messages, rest };
}

const FIRST_WAIT_MS = 1_000;
/** The longest wait before a refused stream is opened again. */
const MAX_WAIT_MS = 30_000;

const shouldStream = () => currentToken() !== null && !isLocked() && document.visibilityState === 'visible';

/** Reads one stream to its end. Returns whether it was opened. */
async function readStream(signal: AbortSignal, onOpen: () => void, onOrders: () => void): Promise<boolean> {
  const response = await fetch(`/api${STAFF_EVENTS_PATH}`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${currentToken()}` },
    signal,
  });
  if (!response.ok || response.body === null) return false;
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return true;
    const { messages, rest } = parseMessages(text + value);
    text = rest;
    if (messages.some(({ event }) => event === 'orders')) onOrders();
  }
}

/**
 * Listens to changes of orders until the returned function is called. Also calls `onOrders` whenever a stream opens,
 * because earlier events may have been missed.
 */
export function listenToOrders(onOrders: () => void, onLive: (isLive: boolean) => void): () => void {
  const controller = new AbortController();
  const open = async (waitMs: number): Promise<void> => {
    if (controller.signal.aborted || !shouldStream()) return;
    const wasOpen = await readStream(
      controller.signal,
      () => {
        onLive(true);
        onOrders();
      },
      onOrders,
    ).catch(() => false);
    if (controller.signal.aborted) return;
    onLive(false);
    const nextMs = wasOpen ? FIRST_WAIT_MS : waitMs;
    setTimeout(() => open(Math.min(nextMs * 2, MAX_WAIT_MS)), nextMs);
  };
  open(FIRST_WAIT_MS);
  return () => controller.abort();
}
