/** A section that opens and closes. Native `<details>` works without scripts and with the browser's page search. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icons/Icon.tsx';

type AccordionProps = {
  title: string;
  open?: boolean;
  /** The target of links to the section. */
  id?: string;
  children: ReactNode;
  className?: string;
};

export function Accordion({ title, open, id, children, className }: AccordionProps) {
  return (
    <details id={id} open={open} className={classNames('group border-b border-line', className)}>
      <summary className="flex min-h-14 items-center justify-between gap-3 py-3 text-[1rem] font-semibold">
        {title}
        <Icon name="caret-down" className="size-5 text-ink-2 transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <div className="pb-5 text-ink-2">{children}</div>
    </details>
  );
}
