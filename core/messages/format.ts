/**
 * Messages are data: a template with `{name}` placeholders, and `{n, plural, one {# item} other {# items}}` where a
 * language counts. The names of the parameters are read from the English template by the type checker.
 */

/** The names of a template's parameters. A plural ends at its first `}}`; its branches hold words and `#` alone. */
export type ParamNames<Template extends string> = Template extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? Inside extends `${infer Name}, plural,${string}`
      ? Rest extends `${string}}}${infer AfterPlural}`
        ? Name | ParamNames<AfterPlural>
        : never
      : Inside | ParamNames<After>
    : never
  : never;

/** A template's parameters by name. */
export type MessageParams<Template extends string> = Record<ParamNames<Template>, string | number>;

/** The parameters as an argument: none where the template has none. */
export type MessageArguments<Template extends string> = [ParamNames<Template>] extends [never]
  ? []
  : [params: MessageParams<Template>];

const PLACEHOLDER = /\{(\w+)(?:, plural,((?:\s*\w+ \{[^{}]*\})+))?\}/g;
const BRANCH = /(\w+) \{([^{}]*)\}/g;

const pluralRules = new Map<string, Intl.PluralRules>();

/** Which branch a number takes in a language: `one`, `other`, … */
function pluralCategory(locale: string, count: number): string {
  let rules = pluralRules.get(locale);
  if (rules === undefined) {
    rules = new Intl.PluralRules(locale);
    pluralRules.set(locale, rules);
  }
  return rules.select(count);
}

function chooseBranch(branches: string, count: string | number, locale: string): string {
  const words = new Map([...branches.matchAll(BRANCH)].map(([, category = '', text = '']) => [category, text]));
  const chosen = words.get(pluralCategory(locale, Number(count))) ?? words.get('other') ?? '';
  return chosen.replaceAll('#', String(count));
}

/**
 * Fills a template. `locale` decides the plural branch; a language without plurals takes `other`.
 * A parameter that is missing keeps its placeholder: visible to whoever tests, harmless to the shopper.
 */
export function formatMessage(
  template: string,
  params: Readonly<Record<string, string | number>> = {},
  locale = 'en',
): string {
  return template.replace(PLACEHOLDER, (placeholder, name: string, branches: string | undefined) => {
    const value = params[name];
    if (value === undefined) return placeholder;
    return branches === undefined ? String(value) : chooseBranch(branches, value, locale);
  });
}
