/**
 * A row that scrolls sideways: by touch, by dragging, with arrow buttons for mice, and by the wheel if the row is thin.
 */
import {
  type ComponentProps,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';

/** The ends at which the row has hidden content. */
type HiddenEnds = 'none' | 'start' | 'end' | 'both';

/** A drag starts after this distance; a shorter one is a click. */
const DRAG_PX = 5;

type ScrollRowProps = Omit<ComponentProps<'ul'>, 'ref'> & {
  /** `chips`: thin, with fading ends, and moved by a vertical wheel. `cards`: with arrows at its sides. */
  look?: 'chips' | 'cards';
  as?: 'ul' | 'div';
  children: ReactNode;
};

export function ScrollRow({ look = 'chips', as = 'ul', className, children, ...rest }: ScrollRowProps) {
  const row = useRef<HTMLElement>(null);
  const hiddenEnds = useHiddenEnds(row);
  const drag = useDrag(row);
  useWheel(row, look === 'chips');
  // Both tags take the same props; only `ref` differs by tag.
  const Row = as as 'ul';
  return (
    <div className="relative min-w-0">
      <Row
        ref={row as RefObject<HTMLUListElement | null>}
        data-more={hiddenEnds ?? 'end'}
        className={classNames('rail', look === 'chips' && 'rail-fades', className)}
        {...rest}
        {...drag}
      >
        {children}
      </Row>
      <ScrollButton row={row} look={look} towards="start" isShown={hiddenEnds === 'start' || hiddenEnds === 'both'} />
      <ScrollButton row={row} look={look} towards="end" isShown={hiddenEnds === 'end' || hiddenEnds === 'both'} />
    </div>
  );
}

/**
 * Returns the ends with hidden content; undefined until they are measured, which needs JavaScript, as the arrows do.
 */
function useHiddenEnds(row: RefObject<HTMLElement | null>): HiddenEnds | undefined {
  const [hiddenEnds, setHiddenEnds] = useState<HiddenEnds>();
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const measure = () => {
      // `scrollLeft` is negative in right-to-left text.
      const offset = Math.abs(element.scrollLeft);
      const hasStart = offset > 3;
      const hasEnd = offset < element.scrollWidth - element.clientWidth - 3;
      setHiddenEnds(hasStart ? (hasEnd ? 'both' : 'start') : hasEnd ? 'end' : 'none');
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [row]);
  return hiddenEnds;
}

/** Turns vertical wheel movement into sideways scrolling until the row's end, where the page scrolls again. */
function useWheel(row: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = row.current;
    if (!isOn || element === null) return;
    const scrollSideways = (event: WheelEvent) => {
      if (event.deltaX !== 0 || event.shiftKey || event.ctrlKey) return;
      const before = element.scrollLeft;
      element.scrollLeft += element.matches(':dir(rtl)') ? -event.deltaY : event.deltaY;
      if (element.scrollLeft !== before) event.preventDefault();
    };
    // React's wheel listeners are passive and cannot stop the page from scrolling.
    element.addEventListener('wheel', scrollSideways, { passive: false });
    return () => element.removeEventListener('wheel', scrollSideways);
  }, [row, isOn]);
}

/** Lets a mouse drag the row. The click at the end of a drag follows no link. */
function useDrag(row: RefObject<HTMLElement | null>) {
  const start = useRef<{ x: number; left: number } | null>(null);
  const isDragged = useRef(false);
  const endDrag = () => {
    start.current = null;
    row.current?.style.removeProperty('scroll-snap-type');
  };
  return {
    onPointerDown({ pointerType, button, clientX }: PointerEvent) {
      isDragged.current = false;
      if (pointerType !== 'mouse' || button !== 0 || row.current === null) return;
      start.current = { x: clientX, left: row.current.scrollLeft };
    },
    onPointerMove({ clientX, pointerId }: PointerEvent) {
      if (start.current === null || row.current === null) return;
      const distance = clientX - start.current.x;
      if (!isDragged.current) {
        if (Math.abs(distance) < DRAG_PX) return;
        isDragged.current = true;
        row.current.setPointerCapture(pointerId);
        // Snapping would jump back while the mouse moves.
        row.current.style.setProperty('scroll-snap-type', 'none');
      }
      row.current.scrollLeft = start.current.left - distance;
    },
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (!isDragged.current) return;
      isDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Prevents the browser's own dragging of links and pictures, which would cancel the pointer events. */
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
  };
}

type ScrollButtonProps = {
  row: RefObject<HTMLElement | null>;
  look: 'chips' | 'cards';
  towards: 'start' | 'end';
  isShown: boolean;
};

const PLACE = {
  chips: { start: 'start-0 inset-y-0 my-auto', end: 'end-0 inset-y-0 my-auto' },
  cards: { start: 'top-24 start-0 lg:-start-5.5', end: 'top-24 end-0 lg:-end-5.5' },
};

/** A scroll button for mice; keyboards need none, because the row scrolls to the focused entry. */
function ScrollButton({ row, look, towards, isShown }: ScrollButtonProps) {
  const t = useT();
  if (!isShown) return null;
  const scroll = () => {
    const element = row.current;
    if (element === null) return;
    const forwards = (towards === 'end') !== element.matches(':dir(rtl)');
    element.scrollBy({ left: (forwards ? 0.8 : -0.8) * element.clientWidth, behavior: 'smooth' });
  };
  return (
    <IconButton
      icon={towards === 'start' ? 'caret-left' : 'caret-right'}
      label={t(towards === 'start' ? 'ui.scroll_back' : 'ui.scroll_on')}
      look="line"
      directional
      tabIndex={-1}
      onClick={scroll}
      className={classNames('absolute hidden shadow-2 pointer-fine:grid', PLACE[look][towards])}
    />
  );
}
