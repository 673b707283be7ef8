/** Draws a QR code or barcode in black: its surroundings must be white in every theme. */
import type { CodePath } from './qr-path.ts';

export function CodePicture({ code, label, className }: { code: CodePath; label: string; className: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.width} ${code.height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={code.path} fill="#000" />
    </svg>
  );
}
