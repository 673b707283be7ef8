/** What speaks up only when there is something to say: the next page, the connection, toasts. */
import { Toaster } from '../ui/Toaster.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageLoader } from './PageLoader.tsx';

export function Notices() {
  return (
    <>
      <PageLoader />
      <OfflineBanner />
      <Toaster />
    </>
  );
}
