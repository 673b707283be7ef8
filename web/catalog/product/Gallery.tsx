/** The pictures of a product: swipe (scroll snap, no script), dots or thumbnails, and arrow keys. A mouse zooms. */
import type { Product } from '@shop/contract/catalog';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { PackImage, PICTURE_SIZES } from '../card/PackImage.tsx';
import { ShareButton } from './ShareButton.tsx';

type Picture = Product['images'][number];

type GalleryProps = {
  pictures: readonly Picture[];
  /** The product's name, for pictures without an alternative text. */
  name: string;
  stage: Product['stage'];
  isDimmed: boolean;
  /** The path to share; null for unpublished products. */
  sharedPath: string | null;
};

export function Gallery({ pictures, name, stage, isDimmed, sharedPath }: GalleryProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const [pictureIndex, setPictureIndex] = useState(0);
  const hasMany = pictures.length > 1;

  const show = (index: number) => {
    const slide = list.current?.children[index];
    if (!(slide instanceof HTMLElement) || list.current === null) return;
    // Relative scrolling works in both text directions and does not move the page.
    const offset = slide.getBoundingClientRect().left - list.current.getBoundingClientRect().left;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current.scrollBy({ left: offset, behavior: isCalm ? 'instant' : 'smooth' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const onwards = event.currentTarget.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight';
    const steps = new Map([
      [onwards, pictureIndex + 1],
      [onwards === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft', pictureIndex - 1],
      ['Home', 0],
      ['End', pictures.length - 1],
    ]);
    const target = steps.get(event.key);
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };

  return (
    <section
      aria-label={t('product.pictures')}
      className={classNames(
        'relative -mx-4 md:-mx-6 lg:mx-0',
        hasMany && 'lg:grid lg:grid-cols-[80px_minmax(0,1fr)] lg:gap-4',
      )}
    >
      <ul
        ref={list}
        // Scrollable content must be reachable by keyboard.
        tabIndex={hasMany ? 0 : undefined}
        onKeyDown={hasMany ? onKeyDown : undefined}
        className={classNames(
          'rail [scroll-snap-type:x_mandatory]! lg:order-2 lg:rounded-2xl',
          BACKDROP_CLASSES[stage],
        )}
        onScroll={({ currentTarget }) => {
          setPictureIndex(Math.round(Math.abs(currentTarget.scrollLeft) / Math.max(1, currentTarget.clientWidth)));
        }}
      >
        {pictures.map((picture, index) => (
          <li
            key={picture.thumbnail}
            onPointerMove={zoomToPointer}
            className="stage-glow group flex h-90 w-full shrink-0 snap-center items-center justify-center overflow-hidden pb-10 lg:aspect-square lg:h-auto lg:pb-0"
          >
            <PackImage
              image={picture}
              alt={
                picture.alt ??
                (index === 0 ? name : t('product.picture_of', { name, index: index + 1, count: pictures.length }))
              }
              sizes={PICTURE_SIZES.page}
              eager={index === 0 && 'high'}
              width={960}
              height={960}
              className={classNames(
                'h-full w-auto origin-[var(--look-x,50%)_var(--look-y,50%)] transition-transform duration-200 lg:group-hover:scale-180',
                isDimmed && 'opacity-55',
              )}
            />
          </li>
        ))}
      </ul>
      {sharedPath !== null && <ShareButton title={name} path={sharedPath} className="absolute end-4 top-4 z-1" />}
      {hasMany && <Thumbnails pictures={pictures} stage={stage} pictureIndex={pictureIndex} onChoose={show} />}
    </section>
  );
}

/** Zooms to the mouse pointer. The content security policy allows scripts to set styles. */
function zoomToPointer({ currentTarget, pointerType, clientX, clientY }: PointerEvent<HTMLElement>): void {
  if (pointerType !== 'mouse') return;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  currentTarget.style.setProperty('--look-x', `${Math.round((100 * (clientX - left)) / width)}%`);
  currentTarget.style.setProperty('--look-y', `${Math.round((100 * (clientY - top)) / height)}%`);
}

type ThumbnailsProps = Pick<GalleryProps, 'pictures' | 'stage'> & {
  pictureIndex: number;
  onChoose: (index: number) => void;
};

/** Dots below the picture on phones, thumbnails next to it on wide screens. */
function Thumbnails({ pictures, stage, pictureIndex, onChoose }: ThumbnailsProps) {
  const t = useT();
  const isHydrated = useHydrated();
  return (
    <ul className="absolute inset-x-0 bottom-7 flex justify-center lg:static lg:grid lg:content-start lg:gap-3">
      {pictures.map((picture, index) => (
        <li key={picture.thumbnail}>
          <button
            type="button"
            aria-label={t('product.show_picture', { index: index + 1, count: pictures.length })}
            aria-current={index === pictureIndex ? 'true' : undefined}
            disabled={!isHydrated}
            onClick={() => onChoose(index)}
            className={classNames(
              'press grid h-8 w-6 place-items-center rounded-lg lg:size-20 lg:border-2',
              index === pictureIndex ? 'border-action' : 'border-transparent lg:hover:border-edge',
            )}
          >
            <span
              className={classNames(
                'h-2 rounded-pill lg:hidden',
                index === pictureIndex ? 'w-5 bg-ink' : 'w-2 bg-ink-3/60',
              )}
            />
            <span
              className={classNames('hidden size-full place-items-center rounded-md lg:grid', BACKDROP_CLASSES[stage])}
            >
              <PackImage image={picture} alt="" sizes={PICTURE_SIZES.thumb} className="size-16" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
