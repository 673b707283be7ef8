/** "Continue with Touch 'n Go", in place of sign-in and sign-up. Its code loads only inside the mini-program. */
import { Suspense } from 'react';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { ContinueWithTngProps } from './ContinueWithTng.tsx';

const ContinueWithTng = lazyWithRetry(() => import('./ContinueWithTng.tsx').then((file) => file.ContinueWithTng));

export function LazyContinueWithTng(props: ContinueWithTngProps) {
  return (
    <Suspense fallback={<Skeleton className="h-12 rounded-md" />}>
      <ContinueWithTng {...props} />
    </Suspense>
  );
}
