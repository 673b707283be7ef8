/** A form as a table with one row for each field, without React. */
import type { Problem } from '../../i18n/form-problems.ts';

/** A field: one row of the form's table. Its functions take a value of the type of `start`. */
export type FieldRow = {
  /** The value before anything is typed. */
  start: string | boolean;
  /** Returns the value's problem, or null. */
  check?(value: string | boolean): Problem | null;
  /** Returns the value for the request, or undefined to leave it out. Without it, the value is sent as typed. */
  normalize?(value: string | boolean): unknown;
};

/** The rows in the order of the form and of its error summary. */
export type FormTable = Readonly<Record<string, FieldRow>>;

export type FormValues<Table extends FormTable> = { [Name in keyof Table]: Table[Name]['start'] };

/** The value of a row in the request. */
type Normalized<Row extends FieldRow> = Row extends { normalize: (value: never) => infer Value } ? Value : Row['start'];

/** Names of the fields that a request can leave out. */
type OptionalName<Table extends FormTable> = {
  [Name in keyof Table]: undefined extends Normalized<Table[Name]> ? Name : never;
}[keyof Table];

export type FormRequest<Table extends FormTable> = {
  [Name in Exclude<keyof Table, OptionalName<Table>>]: Normalized<Table[Name]>;
} & { [Name in OptionalName<Table>]?: Exclude<Normalized<Table[Name]>, undefined> };

/** Names of the fields, in the form's order. */
export const listFieldNames = <Table extends FormTable>(table: Table): (keyof Table & string)[] => Object.keys(table);

export function readStartValues<Table extends FormTable>(table: Table): FormValues<Table> {
  const values = Object.entries(table).map(([name, { start }]) => [name, start]);
  return Object.fromEntries(values);
}

/** Returns the errors by field. */
export function checkValues<Table extends FormTable>(
  table: Table,
  values: FormValues<Table>,
): Partial<Record<keyof Table, Problem>> {
  const problems: Partial<Record<keyof Table, Problem>> = {};
  for (const name of listFieldNames(table)) {
    const problem = table[name]?.check?.(values[name]);
    if (problem != null) problems[name] = problem;
  }
  return problems;
}

export function buildRequest<Table extends FormTable>(table: Table, values: FormValues<Table>): FormRequest<Table> {
  const request: Record<string, unknown> = {};
  for (const name of listFieldNames(table)) {
    const row: FieldRow | undefined = table[name];
    const value = row?.normalize ? row.normalize(values[name]) : values[name];
    if (value !== undefined) request[name] = value;
  }
  return request as FormRequest<Table>;
}

/** A check for a field that must not be empty. */
export const required =
  (problem: Problem) =>
  (value: string): Problem | null =>
    value.trim() === '' ? problem : null;

/** A check for a field in which spaces count, such as a password. */
export const requiredAsTyped =
  (problem: Problem) =>
  (value: string): Problem | null =>
    value === '' ? problem : null;

export const trim = (value: string): string => value.trim();
