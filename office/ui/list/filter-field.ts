/** A filter of a list, named by the field that it sets. */
export type FilterField =
  | { kind: 'text'; source: string; label: string }
  | { kind: 'choice'; source: string; label: string; choices: readonly { value: string; label: string }[] }
  | { kind: 'day'; source: string; label: string }
  | { kind: 'flag'; source: string; label: string };
