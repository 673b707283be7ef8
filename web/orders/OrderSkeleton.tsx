import { Skeleton } from '../ui/Skeleton.tsx';

/** Skeleton of an order's status, timeline and items. */
export function OrderSkeleton() {
  return (
    <div className="grid gap-5" aria-hidden>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-4 w-40" />
      <div className="grid gap-4 lg:grid-cols-[5fr_7fr]">
        <Skeleton className="h-80 rounded-xl" />
        <Skeleton className="h-80 rounded-xl" />
      </div>
    </div>
  );
}
