/** A tab's icon and label. */
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icon-names.ts';

export function TabFace({ icon, active, label }: { icon: IconName; active: boolean; label: string }) {
  return (
    <>
      <span className={classNames('grid h-[30px] w-14 place-items-center rounded-pill', active && 'bg-pandan-100')}>
        <Icon name={icon} />
      </span>
      <span className="px-1 tabular-nums">{label}</span>
    </>
  );
}
