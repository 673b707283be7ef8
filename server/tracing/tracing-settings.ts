/** The settings of traces: OpenTelemetry's own variables, by its specification. */
import * as v from 'valibot';

const SAMPLER_NAMES = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLER_NAMES)[number];

export type TracingConfig = {
  /** Address to which spans are sent. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Further attributes of the process, such as `deployment.environment.name`. */
  resource: Readonly<Record<string, string>>;
  /** `ratio`: the part of the traces that begin here, from 0 to 1. */
  sampler: { name: SamplerName; ratio: number };
  exportEveryMs: number;
};

const PAIRS_RULE = 'must be pairs such as name=value, separated by commas';

/** Parses `name=value,name=value`, with percent-encoded values. */
const pairs = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((each) => each.trim())),
  v.array(v.pipe(v.string(), v.regex(/^[^=\s]+=(?:[^%]|%[\da-f]{2})*$/i, PAIRS_RULE))),
  v.transform((all) =>
    Object.fromEntries(
      all.map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
      }),
    ),
  ),
);

const collector = v.pipe(
  v.string(),
  v.check(
    (text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''),
    'must be an address that begins with http:// or https://',
  ),
);

const protocol = v.picklist(['http/json'], 'must be http/json: spans are sent over HTTP as JSON');

/** OpenTelemetry's variables, as members of the schema of all settings. */
export const TRACING_SETTINGS = {
  OTEL_SDK_DISABLED: v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'false'),
  OTEL_TRACES_EXPORTER: v.optional(v.picklist(['otlp', 'none'], 'must be otlp or none')),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(collector),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(collector),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(pairs),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: v.optional(pairs),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(protocol),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: v.optional(protocol),
  OTEL_SERVICE_NAME: v.optional(v.string(), 'shop'),
  OTEL_RESOURCE_ATTRIBUTES: v.optional(pairs),
  OTEL_TRACES_SAMPLER: v.optional(
    v.picklist(SAMPLER_NAMES, `must be one of ${SAMPLER_NAMES.join(', ')}`),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:0|1|[01]?\.\d{1,9})$/, 'must be a ratio from 0 to 1, such as 0.05'),
      v.transform(Number),
      v.maxValue(1, 'must be a ratio from 0 to 1, such as 0.05'),
    ),
    '1',
  ),
  OTEL_BSP_SCHEDULE_DELAY: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/, 'must be milliseconds, such as 5000'), v.transform(Number)),
    '5000',
  ),
};

type TracingVariables = v.InferOutput<v.ObjectSchema<typeof TRACING_SETTINGS, undefined>>;

const LOCAL_COLLECTOR = 'http://localhost:4318';

/** Reads the settings of traces; null without an exporter, without an address, or if the SDK is disabled. */
export function readTracing(settings: TracingVariables): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint } = settings;
  const exporter = settings.OTEL_TRACES_EXPORTER ?? (base === undefined && endpoint === undefined ? 'none' : 'otlp');
  if (exporter === 'none' || settings.OTEL_SDK_DISABLED === 'true') return null;
  return {
    endpoint: endpoint ?? `${(base ?? LOCAL_COLLECTOR).replace(/\/+$/, '')}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: settings.OTEL_SERVICE_NAME,
    resource: settings.OTEL_RESOURCE_ATTRIBUTES ?? {},
    sampler: { name: settings.OTEL_TRACES_SAMPLER, ratio: settings.OTEL_TRACES_SAMPLER_ARG },
    exportEveryMs: settings.OTEL_BSP_SCHEDULE_DELAY,
  };
}
