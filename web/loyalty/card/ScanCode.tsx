/** Shows a code as QR code and barcode for a till's scanner: dark on white in every theme. */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { drawBarcodePath } from './barcode-path.ts';
import { CodePicture } from './CodePicture.tsx';
import { drawQrPath } from './qr-path.ts';

/** `code` is null until the first one is issued. */
export function ScanCode({ code }: { code: { code: string; barcode: string } | null }) {
  const t = useT();
  if (code === null) return <Skeleton className="h-80 rounded-xl" />;
  return (
    <div className="grid justify-items-center gap-3 relative rounded-xl border border-line bg-white p-4">
      <CodePicture code={drawQrPath(code.code)} label={t('loyalty.card_qr')} className="size-56 max-w-full" />
      <CodePicture code={drawBarcodePath(code.barcode)} label={t('loyalty.card_barcode')} className="h-18 w-full" />
      <bdi className="font-mono text-sm break-all text-[#2b1d14]">{code.barcode}</bdi>
    </div>
  );
}
