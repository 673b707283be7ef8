/** A tab's icon and label. */
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';

/** A bar at the upper edge of the current tab, so that colour is not its only sign. */
const BAR = 'before:absolute before:-top-2 before:h-1 before:w-8 before:rounded-pill before:bg-action';

export function TabFace({ icon, active, label }: { icon: IconName; active: boolean; label: string }) {
  return (
    <>
      <span
        className={classNames(
          'relative grid h-7.5 w-full max-w-14 place-items-center rounded-pill',
          active && `bg-pandan-100 ${BAR}`,
        )}
      >
        <Icon name={icon} />
      </span>
      <span className="px-[2px] whitespace-nowrap tabular-nums">{label}</span>
    </>
  );
}
