import { Fragment, type ReactNode } from 'react';

/** Encloses the name of an element in a text; no text of the shop has this character. */
const MARK = '\u0000';

type TextWithElementsProps<Name extends string> = {
  /** Formats the text with the marks as its parameters: `(marks) => t('checkout.terms', marks)`. */
  text: (marks: Readonly<Record<Name, string>>) => string;
  elements: Readonly<Record<Name, ReactNode>>;
};

/** Renders a translated text with elements in place of its parameters, each where the language puts it. */
export function TextWithElements<Name extends string>({ text, elements }: TextWithElementsProps<Name>) {
  const names = Object.keys(elements) as Name[];
  const marks = Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`])) as Record<Name, string>;
  // The parts are alternately text and the name of an element.
  return text(marks)
    .split(MARK)
    .map((part, index) => (index % 2 === 0 ? part : <Fragment key={part}>{elements[part as Name]}</Fragment>));
}
