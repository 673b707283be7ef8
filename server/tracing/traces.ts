/**
 * Spans of requests, statements, jobs and partners' calls, without a library: `open-telemetry.ts` makes and exports
 * them, and is loaded only if a setting turns tracing on. Names and attributes come from fixed sets, such as endpoints,
 * statements and queues: no part of a request, of a job or of a customer's data becomes one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EndpointLabel, toMethodLabel } from '../metrics/measurements.ts';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The end of a span. After a failure, `error` is the type of the error, never its message. */
export type SpanEnd = { error?: string | undefined };

/** A timed piece of work in a trace. */
export type Span = {
  traceId: string;
  /** Its position in its trace, as W3C's header of the same name writes it. */
  traceparent: string;
  rename(name: string): void;
  add(attributes: SpanAttributes): void;
  end(end?: SpanEnd): void;
};

export type NewSpan = {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes: SpanAttributes;
  /** The span that caused this one and waits for it, or its `traceparent` if it is a proxy's. Null: a new trace. */
  parent: Span | string | null;
  /** The `traceparent` of each span that caused this one without waiting for it. */
  links?: readonly string[];
};

export type StartSpan = (span: NewSpan) => Span;

let startSpan: StartSpan | null = null;

/** Makes spans from now on; null ends that. */
export function traceFromNow(start: StartSpan | null): void {
  startSpan = start;
}

const spans = new AsyncLocalStorage<{ span: Span; isJob: boolean } | null>();

/** Runs work that belongs to no span, such as the tasks after a commit. */
export const runOutsideSpans = (work: () => void): void => (startSpan === null ? work() : spans.run(null, work));

/** Returns the `traceparent` of the span that runs now; undefined without one. */
const readTraceparent = (): string | undefined => spans.getStore()?.span.traceparent;

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Returns whether a text names a span as W3C's Trace Context does (`00-<trace>-<span>-<flags>`). */
const isTraceparent = (text: unknown): text is string =>
  typeof text === 'string' && TRACEPARENT.test(text) && !text.startsWith('ff');

const requestSpans = new WeakMap<IncomingMessage, Span>();

/**
 * Starts the span of a request, which ends when its response is sent or its connection breaks.
 * Only a trusted proxy can continue its own trace: anyone else could choose ids, and have every request sampled.
 */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  isProxy: (address: string) => boolean,
): void {
  if (startSpan === null) return;
  const { traceparent } = request.headers;
  const isTrusted = isTraceparent(traceparent) && isProxy(request.socket.remoteAddress ?? '');
  const method = toMethodLabel(request.method);
  const span = startSpan({
    name: 'other',
    kind: 'server',
    attributes: { 'http.request.method': method },
    parent: isTrusted ? traceparent : null,
  });
  requestSpans.set(request, span);
  response.once('close', () => {
    const { statusCode, writableFinished } = response;
    span.add({ 'http.response.status_code': statusCode, ...(!writableFinished && { 'shop.request.aborted': true }) });
    span.end(statusCode >= 500 ? { error: String(statusCode) } : {});
  });
}

/** Names a request's span by its endpoint; `route` is the pattern of its address, if a route has served it. */
export function nameRequestSpan(request: IncomingMessage, endpoint: EndpointLabel, route?: string): void {
  if (startSpan === null) return;
  const span = requestSpans.get(request);
  span?.rename(endpoint);
  span?.add({ 'shop.endpoint': endpoint, ...(route !== undefined && { 'http.route': route }) });
}

/**
 * Runs the rest of a request in its span. The parts of a body arrive outside of it, so that a hook after the body calls
 * this again.
 */
export function runInRequestSpan(request: IncomingMessage, work: () => void): void {
  const span = startSpan === null ? undefined : requestSpans.get(request);
  if (span === undefined) work();
  else spans.run({ span, isJob: false }, work);
}

/** Returns the trace id of a request, for its lines in the log. */
export function readRequestTraceId(request: IncomingMessage): { trace_id?: string } {
  const span = requestSpans.get(request);
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** Returns the trace id of the running job, for its lines in the log; each request has a logger with its own. */
export function readJobTraceId(): { trace_id?: string } {
  const running = spans.getStore();
  return running?.isJob ? { trace_id: running.span.traceId } : {};
}

/**
 * Starts the span of a statement, by its name and never its values. Statements outside of every span, such as the polls
 * of the change feed, have none.
 */
export function traceStatement<Result extends { rowCount: number | null }>(
  name: string,
  result: Promise<Result>,
  errorType: (error: unknown) => string | undefined,
): void {
  const parent = spans.getStore()?.span;
  if (startSpan === null || parent === undefined) return;
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = startSpan({ name, kind: 'client', attributes, parent });
  result.then(
    ({ rowCount }) => {
      span.add({ 'db.response.returned_rows': rowCount ?? 0 });
      span.end();
    },
    (error) => span.end({ error: errorType(error) ?? typeNameOf(error) }),
  );
}

/** Returns whether statements have spans now. */
export const isInSpan = (): boolean => startSpan !== null && spans.getStore() != null;

const typeNameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error);

/** Separates a job's data from the `traceparent` of the span that enqueued the job, which is stored with it. */
export function separateTrace<Data extends object>(stored: Data & { traceparent?: unknown }) {
  const { traceparent, ...data } = stored;
  return { data: data as Data, traceparent: isTraceparent(traceparent) ? traceparent : null };
}

/** Adds the trace of the running span to a job's data. */
export function addTrace<Data extends object>(data: Data): Data {
  const traceparent = readTraceparent();
  return traceparent === undefined ? data : { ...data, traceparent };
}

/**
 * Runs a batch of jobs in a trace of its own, linked to the spans that enqueued them: a job may run a day later, when
 * its cause has long ended. `countFailures` reads the outcome.
 */
export async function traceJobs<Result>(
  queue: string,
  { jobs, links, step }: { jobs: number; links: readonly string[]; step?: string | undefined },
  work: () => Promise<Result>,
  countFailures: (result: Result) => number,
): Promise<Result> {
  if (startSpan === null) return work();
  const span = startSpan({
    name: `job ${queue}`,
    kind: 'consumer',
    attributes: {
      'messaging.destination.name': queue,
      'messaging.batch.message_count': jobs,
      ...(step !== undefined && { 'shop.job.step': step }),
    },
    parent: null,
    links,
  });
  try {
    const result = await spans.run({ span, isJob: true }, work);
    const failures = countFailures(result);
    if (failures > 0) span.add({ 'shop.jobs.failed': failures });
    span.end(failures > 0 ? { error: 'job' } : {});
    return result;
  } catch (error) {
    span.end({ error: typeNameOf(error) });
    throw error;
  }
}

/** Runs a call of a partner in a span named after it. Its address is left out, since it may hold a token. */
export async function tracePartnerCall<Result>(partner: string, call: () => Promise<Result>): Promise<Result> {
  const running = spans.getStore();
  if (startSpan === null || !running) return call();
  const attributes = { 'service.peer.name': partner };
  const span = startSpan({ name: partner, kind: 'client', attributes, parent: running.span });
  try {
    const result = await spans.run({ span, isJob: running.isJob }, call);
    span.end();
    return result;
  } catch (error) {
    span.end({ error: typeNameOf(error) });
    throw error;
  }
}
