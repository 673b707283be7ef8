import { Skeleton } from '../ui/Skeleton.tsx';

/** Skeleton of an order's arrival, items and delivery. */
export function OrderSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-[1.35fr_1fr] lg:gap-5" aria-hidden>
      <Skeleton className="h-72 rounded-xl sm:h-88" />
      <Skeleton className="h-52 rounded-xl lg:col-span-2 lg:row-start-2" />
      <Skeleton className="h-72 rounded-xl sm:h-88" />
    </div>
  );
}
