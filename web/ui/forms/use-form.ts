/**
 * State of a form (docs/ux.md#rule-30). A form declares its fields as a table (`FormTable`), from which its values, the
 * props of fields and inputs, errors with their summary, and the request are derived.
 */
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type FailedCall, isFailedCall, useProblemText } from '../../i18n/form-problems.ts';
import type { FormProblem } from './ErrorSummary.tsx';
import {
  buildRequest,
  checkValues,
  type FormRequest,
  type FormTable,
  type FormValues,
  listFieldNames,
  readStartValues,
} from './form-table.ts';
import { useFailureText } from './use-failure-text.ts';

/** Names of the fields whose value is a `Value`. */
type NamesOf<Table extends FormTable, Value> = {
  [Name in keyof Table & string]: Table[Name]['start'] extends Value ? Name : never;
}[keyof Table & string];

type FieldsOptions<Table extends FormTable> = {
  /** The prefix of the fields' ids. */
  name: string;
  fields: Table;
  /**
   * When a field that lost the focus shows its error: `filled` (the default) unless it is empty, `left` always,
   * `submitted` only after a submit.
   */
  shows?: 'filled' | 'left' | 'submitted';
  /** Shows the errors of all fields from the start. */
  showsAllErrors?: boolean;
  /** Adds a check mark to valid fields. */
  marksValid?: boolean;
};

/** The values and their setter: the form's own, or those of a store that outlives the form. */
type ValueStore<Table extends FormTable> = {
  values: FormValues<Table>;
  change: (part: Partial<FormValues<Table>>) => void;
};

/** Returns the state of fields without a submit, for a form that submits several tables together. */
export function useFormFields<Table extends FormTable>(options: FieldsOptions<Table> & ValueStore<Table>) {
  const {
    name: prefix,
    fields,
    values,
    change,
    shows = 'filled',
    showsAllErrors = false,
    marksValid = false,
  } = options;
  type Name = keyof Table & string;
  const problemText = useProblemText();
  const names = listFieldNames(fields);
  const [visibleErrors, setVisibleErrors] = useState<ReadonlySet<string>>(() => new Set(showsAllErrors ? names : []));
  /** The server's messages, with the values that it refused. */
  const [refusal, setRefusal] = useState<{ errors: FailedCall['errors']; values: FormValues<Table> }>({
    errors: {},
    values,
  });

  const latest = useRef(values);
  latest.current = values;

  const problems = checkValues(fields, values);
  const idOf = (name: Name) => `${prefix}-${name}`;
  const textOf = (name: Name): string | null => {
    const problem = problems[name];
    if (problem !== undefined) return problemText(problem);
    return refusal.values[name] === values[name] ? (refusal.errors[name]?.[0] ?? null) : null;
  };
  // A computed key loses its type.
  const setValue = (name: Name, value: string | boolean) => change({ [name]: value } as Partial<FormValues<Table>>);

  /**
   * Shows the server's messages at their fields until the fields change. Returns whether any message is visible: a
   * field that changed during the request shows none.
   */
  function refuse(errors: FailedCall['errors']): boolean {
    setRefusal({ errors, values });
    return names.some((name) => errors[name]?.length && latest.current[name] === values[name]);
  }

  return {
    prefix,
    values,
    set: change,
    refuse,
    /** Returns the text of a field's error, even while the field hides it. */
    textOf,
    /** Shows the errors of all fields. */
    showAll: () => setVisibleErrors(new Set(names)),
    /** Hides the errors of these fields, by default of all, until the shopper leaves the fields again. */
    hide: (hidden: readonly string[] = names) =>
      setVisibleErrors((before) => new Set([...before].filter((name) => !hidden.includes(name)))),
    isValid: Object.keys(problems).length === 0,
    problems: names.flatMap((name): FormProblem[] => {
      const text = textOf(name);
      // Empty until the texts of refusals are loaded.
      return text === null || text === '' ? [] : [{ fieldId: idOf(name), text }];
    }),
    /** Returns the props of a `<Field>`. */
    field: (name: Name) => {
      const error = visibleErrors.has(name) ? textOf(name) : null;
      return {
        id: idOf(name),
        error,
        valid: marksValid && visibleErrors.has(name) && error === null && values[name] !== '',
      };
    },
    /** Returns the props of the input in a `<Field>`. */
    input: (name: NamesOf<Table, string>) => ({
      name: name as string,
      value: String(values[name]),
      onChange: (event: { target: { value: string } }) => setValue(name, event.target.value),
      onBlur: () => {
        if (shows === 'left' || (shows === 'filled' && values[name] !== ''))
          setVisibleErrors((before) => new Set([...before, name]));
      },
    }),
    /** Returns the props of a `<Checkbox>`. */
    checkbox: (name: NamesOf<Table, boolean>) => ({
      name: name as string,
      checked: values[name] === true,
      onChange: (event: { target: { checked: boolean } }) => setValue(name, event.target.checked),
    }),
  };
}

export type FormFields<Table extends FormTable> = ReturnType<typeof useFormFields<Table>>;

type FormOptions<Table extends FormTable> = FieldsOptions<Table> & {
  /** The initial values; by default those of the table. */
  start?: FormValues<Table>;
  /** Sends the request. The form shows a failed call that this function throws. */
  send: (request: FormRequest<Table>, values: FormValues<Table>) => Promise<void>;
  /**
   * Handles a failed call that belongs to no field. Returns the text to show as `failure`, or '' if it is shown
   * elsewhere. `defaultText` is the text that the form would show without this function.
   */
  onFailure?: (failure: FailedCall, defaultText: string) => string;
  /**
   * What a refused submit focuses: a summary of the errors; a summary from two errors on, else the field (the default,
   * for short forms); the first wrong field; or nothing.
   */
  leadsTo?: 'summary' | 'summary of several' | 'first field' | 'nowhere';
};

export function useForm<Table extends FormTable>(options: FormOptions<Table>) {
  const { fields: table, start, send, onFailure, leadsTo = 'summary of several' } = options;
  const failureText = useFailureText();
  // Set only once: typed values survive a refetch of the data that the form was filled from.
  const [values, setValues] = useState(() => start ?? readStartValues(table));
  /** Number of refused submits. */
  const [refusedSubmits, setRefusedSubmits] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const change = useCallback((part: Partial<FormValues<Table>>) => setValues((before) => ({ ...before, ...part })), []);
  const fields = useFormFields({ ...options, values, change });
  const element = useRef<HTMLFormElement>(null);
  useEarlyTyping(element, options.name, values, change);

  /** Moves the focus to the errors, as `leadsTo` says. `first`: the id of the first wrong field. */
  function focusErrors(first: string | undefined): void {
    setRefusedSubmits((count) => count + 1);
    if (leadsTo === 'first field' && first !== undefined) findInput(element, first)?.focus();
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    // React would pass the event on to a form around this one.
    event?.stopPropagation();
    if (busy) return;
    fields.showAll();
    setFailure('');
    if (!fields.isValid) return focusErrors(fields.problems[0]?.fieldId);
    setBusy(true);
    try {
      await send(buildRequest(table, values), values);
    } catch (error) {
      if (!isFailedCall(error)) throw error;
      if (fields.refuse(error.errors)) return focusErrors(undefined);
      const defaultText = failureText(error);
      setFailure(onFailure === undefined ? defaultText : onFailure(error, defaultText));
    } finally {
      setBusy(false);
    }
  }

  const summaryFrom = { summary: 1, 'summary of several': 2, 'first field': Infinity, nowhere: Infinity }[leadsTo];
  return {
    ...fields,
    /** Becomes the ref of the `<form>`. */
    ref: element,
    busy,
    /** The text of a failed call that belongs to no field; '' without one. */
    failure,
    setFailure,
    refusedSubmits,
    submit,
    /** The problems for the summary at the form's top. */
    summary: fields.problems.length < summaryFrom ? [] : fields.problems,
    /** Fills in values of fields in which nothing is typed yet. */
    fillIn: useCallback(
      (part: Partial<FormValues<Table>>) =>
        setValues((before) => {
          const empty = Object.entries(part).filter(([name]) => before[name] === '');
          return { ...before, ...Object.fromEntries(empty) };
        }),
      [],
    ),
    /** Resets the form to the given values, by default to the initial ones. */
    reset(next: FormValues<Table> = start ?? readStartValues(table)): void {
      setValues(next);
      fields.refuse({});
      fields.hide();
      setRefusedSubmits(0);
      setFailure('');
    },
  };
}

export type FormState = Pick<ReturnType<typeof useForm>, 'ref' | 'submit' | 'summary' | 'refusedSubmits'>;

/**
 * Finds the input with an id inside this form. Another form, such as one in a dialog over it, may have the same ids.
 */
function findInput(form: RefObject<HTMLFormElement | null>, id: string) {
  const input = form.current?.elements.namedItem(id);
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : null;
}

/** Copies text that was typed before hydration, and is only in the inputs, into the form's values. */
function useEarlyTyping<Table extends FormTable>(
  form: RefObject<HTMLFormElement | null>,
  prefix: string,
  start: FormValues<Table>,
  change: (part: Partial<FormValues<Table>>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    for (const [name, value] of Object.entries(start)) {
      const text = typeof value === 'string' && findInput(form, `${prefix}-${name}`)?.value;
      if (text && text !== value) change({ [name]: text } as Partial<FormValues<Table>>);
    }
  }, []);
}
