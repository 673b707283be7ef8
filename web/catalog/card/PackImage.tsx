/** A product picture, whose size the browser chooses (docs/readings.md#37: `/media/<hash>-<width>.<ext>`). */
import { classNames } from '../../ui/class-names.ts';

/** Widths that exist as AVIF; smaller pictures would save little (docs/ux.md#3.7). */
const AVIF_WIDTHS = [320, 480, 640, 960];
const WEBP_WIDTHS = [160, 320, 480, 640, 960];

const WIDTH_SUFFIX = /-\d+\.(avif|webp)$/;

/** Returns the address of the same picture in another width and format; pictures of other hosts have one size only. */
function resizeAddress(address: string, width: number, format: 'avif' | 'webp'): string {
  return address.replace(WIDTH_SUFFIX, `-${width}.${format}`);
}

function buildSourceSet(address: string, widths: readonly number[], format: 'avif' | 'webp'): string {
  return widths.map((width) => `${resizeAddress(address, width, format)} ${width}w`).join(', ');
}

/** Values of `sizes=`, by the picture's place. */
export const PICTURE_SIZES = {
  /** A card in a grid of two to five columns; the picture is 94 % of the card's inside. */
  card: '(min-width:64rem) 216px, (min-width:40rem) 27vw, 39vw',
  /** A card in a scrolling row. */
  rail: '(min-width:64rem) 216px, 158px',
  /** The product's own page. */
  page: '(min-width:64rem) 600px, 80vw',
  /** A list row or an option. */
  thumb: '72px',
} as const;

type PackImageProps = {
  image: { thumbnail: string; original: string };
  /** The text for screen readers; empty if the product's name is next to the picture. */
  alt: string;
  /** The displayed width: `(min-width:80rem) 216px, 46vw`. */
  sizes: string;
  /** Loads at once, for pictures above the fold; `high` also loads it before others. */
  eager?: boolean | 'high';
  /** In pixels, square by default; only the ratio to the height matters. */
  width?: number;
  height?: number;
  className?: string;
};

export function PackImage({ image, alt, sizes, eager = false, width = 640, height = 640, className }: PackImageProps) {
  const address = image.thumbnail;
  const hasSizes = WIDTH_SUFFIX.test(address);
  return (
    <picture className="contents">
      {hasSizes && <source type="image/avif" srcSet={buildSourceSet(address, AVIF_WIDTHS, 'avif')} sizes={sizes} />}
      <img
        // Before `src`, so that no browser starts loading with the default priority.
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager === 'high' ? 'high' : undefined}
        sizes={hasSizes ? sizes : undefined}
        srcSet={hasSizes ? buildSourceSet(address, WEBP_WIDTHS, 'webp') : undefined}
        src={address}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        className={classNames('max-w-full object-contain', className)}
      />
    </picture>
  );
}
