/** A tab's icon and label. */
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';

export function TabFace({ icon, active, label }: { icon: IconName; active: boolean; label: string }) {
  return (
    <>
      <span
        className={classNames(
          'grid h-[30px] w-14 max-w-full place-items-center rounded-pill',
          active && 'bg-pandan-100',
        )}
      >
        <Icon name={icon} />
      </span>
      <span className="max-w-full truncate px-1 tabular-nums">{label}</span>
    </>
  );
}
