/**
 * Renders a banner's picture, without text, in the matching crop: 780 and 1560 are the phone crops of a wide banner
 * (docs/ux.md#3.8).
 */
import { classNames } from '../../ui/class-names.ts';

type BannerArtProps = { image: { thumbnail: string }; crop: 'wide' | 'tile'; first?: boolean };

const WIDTH_SUFFIX = /-\d+\.(avif|webp)$/;

const sources = (address: string, widths: readonly number[], format: 'avif' | 'webp') =>
  widths.map((width) => `${address.replace(WIDTH_SUFFIX, `-${width}.${format}`)} ${width}w`).join(', ');

const PHONE = '(width < 40rem)';

export function BannerArt({ image, crop, first = false }: BannerArtProps) {
  const address = image.thumbnail;
  const wide = crop === 'wide';
  const sizes = wide ? '(width >= 64rem) 66vw, 100vw' : '(width >= 64rem) 33vw, 50vw';
  return (
    <picture>
      {(['avif', 'webp'] as const).flatMap((format) => [
        wide && (
          <source
            key={`${format}-phone`}
            media={PHONE}
            type={`image/${format}`}
            srcSet={sources(address, [780, 1560], format)}
            sizes="100vw"
          />
        ),
        <source
          key={format}
          type={`image/${format}`}
          srcSet={sources(address, wide ? [1640, 2460] : [780, 1560], format)}
          sizes={sizes}
        />,
      ])}
      <img
        src={address}
        alt=""
        width={780}
        height={wide ? 576 : 392}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        className={classNames(
          'absolute inset-0 size-full object-cover object-right rtl:-scale-x-100',
          // On phones, the art of a half tile is below its text and fades into the background.
          !wide && 'max-sm:top-auto max-sm:h-auto max-sm:[mask-image:linear-gradient(to_top,#000_60%,transparent)]',
        )}
      />
    </picture>
  );
}
