/**
 * Renders a banner's picture in the crop of its place; a wide banner has another crop for phones (docs/ux.md#3.8). The
 * picture's space for text is at the left in every locale, because packs are not mirrored: the element around a picture
 * and its text has `dir="ltr"`.
 */
import type { Banner } from '@shop/contract/content';
import { classNames } from '../../ui/class-names.ts';

type BannerArtProps = {
  banner: Pick<Banner, 'image' | 'phone' | 'tile' | 'focus'>;
  crop: 'wide' | 'tile' | 'strip';
  isFirst?: boolean;
};

const WIDTH_SUFFIX = /-\d+\.(avif|webp)$/;

const buildSourceSet = (address: string, widths: readonly number[], format: 'avif' | 'webp') =>
  widths.map((width) => `${address.replace(WIDTH_SUFFIX, `-${width}.${format}`)} ${width}w`).join(', ');

const PHONE = '(width < 40rem)';

const SIZES = {
  wide: '(width >= 64rem) 66vw, 100vw',
  tile: '(width >= 64rem) 33vw, 50vw',
  strip: '14rem',
};

const FRAME = {
  wide: 'inset-0 size-full object-cover',
  // On phones, the art of a half tile is below its text and fades into the background.
  tile: 'inset-0 size-full object-cover max-sm:top-auto max-sm:h-auto max-sm:[mask-image:linear-gradient(to_top,#000_60%,transparent)]',
  strip:
    'inset-y-0 end-0 -z-1 h-full w-auto max-w-[45%] object-cover [mask-image:linear-gradient(to_left,#000_60%,transparent)]',
};

/**
 * Rounds a percentage to tens: the style sheet has a class for each, because the pages' CSP allows no style attributes.
 */
const roundToTens = (percent: number): number => Math.round(percent / 10) * 10;

/** Returns the classes that keep a banner's focal point in view. */
export const pickFocalClasses = ({ focus }: Pick<Banner, 'focus'>): string =>
  focus === null ? 'focal-point' : `focal-point focal-x-${roundToTens(focus.x)} focal-y-${roundToTens(focus.y)}`;

export function BannerArt({ banner, crop, isFirst = false }: BannerArtProps) {
  const wide = crop === 'wide';
  const address = (wide ? banner.image : banner.tile).thumbnail;
  return (
    <picture>
      {(['avif', 'webp'] as const).flatMap((format) => [
        wide && (
          <source
            key={`${format}-phone`}
            media={PHONE}
            type={`image/${format}`}
            srcSet={buildSourceSet(banner.phone.thumbnail, [780, 1560], format)}
            sizes="100vw"
          />
        ),
        <source
          key={format}
          type={`image/${format}`}
          srcSet={buildSourceSet(address, wide ? [1640, 2460] : [780, 1560], format)}
          sizes={SIZES[crop]}
        />,
      ])}
      <img
        src={address}
        alt=""
        width={780}
        height={wide ? 576 : 392}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
        className={classNames(pickFocalClasses(banner), 'absolute', FRAME[crop])}
      />
    </picture>
  );
}
