/** Makes the spans with OpenTelemetry, and exports them over OTLP/HTTP as JSON. Loaded only if tracing is on. */
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as LibrarySpan,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type NewSpan, type Span, traceFromNow } from './traces.ts';
import type { SamplerName, TracingConfig } from './tracing-settings.ts';

const SPAN_KINDS: Readonly<Record<NewSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

const SAMPLER_BY_NAME: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

function parseTraceparent(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${String(traceFlags & 1).padStart(2, '0')}`;

const librarySpans = new WeakMap<Span, LibrarySpan>();

function parentContextOf(parent: NewSpan['parent']): Context {
  if (parent === null) return ROOT_CONTEXT;
  if (typeof parent === 'string') return trace.setSpanContext(ROOT_CONTEXT, parseTraceparent(parent));
  const span = librarySpans.get(parent);
  return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
}

export type Tracing = {
  /** Exports the remaining spans and stops. */
  stop(): Promise<void>;
};

type TracingLog = { warn(details: object, message: string): void };

/** Logs failures of the collector, which fail no request; spans that do not fit into the queue are lost. */
function reportFailures(log: TracingLog): void {
  const report = (message: string) => log.warn({ reason: message.slice(0, 300) }, 'traces could not be exported');
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Starts tracing in this process. */
export function startTracing(config: TracingConfig, log: TracingLog): Tracing {
  reportFailures(log);
  const { endpoint: url, headers, exportEveryMs: scheduledDelayMillis, sampler } = config;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...config.resource, 'service.name': config.serviceName }),
    sampler: SAMPLER_BY_NAME[sampler.name](sampler.ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis })],
  });
  const tracer = provider.getTracer('shop');
  traceFromNow(({ name, kind, attributes, parent, links = [] }) => {
    const toLinks = links.map((traceparent): Link => ({ context: parseTraceparent(traceparent) }));
    const library = tracer.startSpan(
      name,
      { kind: SPAN_KINDS[kind], attributes: { ...attributes }, links: toLinks },
      parentContextOf(parent),
    );
    const context = library.spanContext();
    const span: Span = {
      traceId: context.traceId,
      traceparent: formatTraceparent(context),
      rename: (to) => library.updateName(to),
      add: (more) => library.setAttributes({ ...more }),
      end({ error } = {}) {
        if (error !== undefined) library.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
        library.end();
      },
    };
    librarySpans.set(span, library);
    return span;
  });
  return {
    async stop() {
      traceFromNow(null);
      await provider.shutdown().catch(() => {});
    },
  };
}
