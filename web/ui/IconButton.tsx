/** A round button of 44 px with an icon; its label is for screen readers and the tooltip. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icons/Icon.tsx';
import type { IconName } from './icons/icon-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  label: string;
  /** `plain` has no background, `line` a border, `solid` the action colour. */
  look?: 'plain' | 'line' | 'solid';
  directional?: boolean;
};

const LOOK = {
  plain: 'text-ink-2 hover:bg-sunken',
  line: 'border border-line bg-surface text-ink-2 hover:border-edge',
  solid: 'bg-action text-on-action shadow-add hover:bg-action-strong',
};

export function IconButton({ icon, label, look = 'plain', directional, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames('press grid size-11 shrink-0 place-items-center rounded-pill', LOOK[look], className)}
      {...rest}
    >
      <Icon name={icon} className="size-5.5" directional={directional} />
    </button>
  );
}
