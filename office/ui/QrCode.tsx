import { encode } from 'uqr';

/** A QR code as the path of an SVG: one unit for each module. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
