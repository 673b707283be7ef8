/**
 * Formats message templates with `{name}`, `{n, plural, one {# item} other {# items}}` and `{n, duration}` for seconds
 * ("12 minutes"). The compiler checks parameters by the English template.
 */

/** The parameter names of a template. A plural ends at its first `}}`; its branches hold only words and `#`. */
export type ParamNames<Template extends string> = Template extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? Inside extends `${infer Name}, plural,${string}`
      ? Rest extends `${string}}}${infer AfterPlural}`
        ? Name | ParamNames<AfterPlural>
        : never
      : Inside extends `${infer Name}, duration`
        ? Name | ParamNames<After>
        : Inside | ParamNames<After>
    : never
  : never;

export type MessageParams<Template extends string> = Record<ParamNames<Template>, string | number>;

/** The parameters as a rest argument: none for a template without parameters. */
export type MessageArguments<Template extends string> = [ParamNames<Template>] extends [never]
  ? []
  : [params: MessageParams<Template>];

/** The keys of a catalogue's messages without parameters. */
export type PlainKeyOf<Catalogue extends Readonly<Record<string, string>>> = {
  [Key in keyof Catalogue]: MessageArguments<Catalogue[Key]> extends [] ? Key : never;
}[keyof Catalogue];

const PLACEHOLDER = /\{(\w+)(?:, plural,((?:\s*\w+ \{[^{}]*\})+)|, (duration))?\}/g;
const PLURAL_BRANCH = /(\w+) \{([^{}]*)\}/g;

const pluralRules = new Map<string, Intl.PluralRules>();

/** Selects the plural branch of a number: `one`, `other`, … */
function selectPluralCategory(locale: string, count: number): string {
  let rules = pluralRules.get(locale);
  if (rules === undefined) {
    rules = new Intl.PluralRules(locale);
    pluralRules.set(locale, rules);
  }
  return rules.select(count);
}

function chooseBranch(branches: string, count: string | number, locale: string): string {
  const words = new Map([...branches.matchAll(PLURAL_BRANCH)].map(([, category = '', text = '']) => [category, text]));
  const branch = words.get(selectPluralCategory(locale, Number(count))) ?? words.get('other') ?? '';
  return branch.replaceAll('#', String(count));
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** The place between a digit and a Chinese character, where the shop writes a space: 12 分钟. */
const BEFORE_CHINESE = /(?<=\d)(?=\p{Script=Han})/u;

/**
 * Formats seconds as seconds, from one minute on as minutes, and from two hours on as hours. Rounded up, so that the
 * wait is long enough.
 */
function formatDuration(seconds: number, locale: string): string {
  const [unit, length] =
    seconds < MINUTE_S ? ['second', 1] : seconds < 2 * HOUR_S ? ['minute', MINUTE_S] : ['hour', HOUR_S];
  const amount = Math.ceil(seconds / Number(length));
  return new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' })
    .format(amount)
    .replace(BEFORE_CHINESE, ' ');
}

/**
 * Fills a template. `locale` selects the plural branch, `other` in a language without plurals. A missing parameter
 * keeps its placeholder.
 */
export function formatMessage(
  template: string,
  params: Readonly<Record<string, string | number>> = {},
  locale = 'en',
): string {
  return template.replace(PLACEHOLDER, (placeholder, name: string, branches?: string, duration?: string) => {
    const value = params[name];
    if (value === undefined) return placeholder;
    if (duration !== undefined) return formatDuration(Number(value), locale);
    return branches === undefined ? String(value) : chooseBranch(branches, value, locale);
  });
}
