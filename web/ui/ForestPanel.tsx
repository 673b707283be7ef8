import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

type ForestPanelProps = HTMLAttributes<HTMLElement> & { as?: 'div' | 'header' | 'section' | 'aside' };

/** The dark green surface with the weave (docs/ux.md#2). */
export function ForestPanel({ as: Element = 'div', className, children, ...rest }: ForestPanelProps) {
  return (
    <Element className={classNames('relative isolate overflow-hidden forest-sheen text-white', className)} {...rest}>
      <span className="weave" aria-hidden />
      {children}
    </Element>
  );
}
