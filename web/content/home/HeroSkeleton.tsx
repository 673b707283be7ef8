/** Skeleton of the hero, as high as the mosaic. */
import { Skeleton } from '../../ui/Skeleton.tsx';

export function HeroSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr] lg:gap-4">
      <Skeleton className="col-span-2 h-[264px] rounded-2xl! sm:h-[340px] lg:col-span-1 lg:row-span-2 lg:h-[408px]" />
      <Skeleton className="h-[132px] rounded-2xl! lg:h-auto" />
      <Skeleton className="h-[132px] rounded-2xl! lg:h-auto" />
    </div>
  );
}
