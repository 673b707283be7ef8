/**
 * An icon (Phosphor regular, `-fill` for active states) of the sprite `icons.svg`, or of the symbols in the page's
 * HTML. Decorative unless it has a label.
 */
import { classNames } from '../class-names.ts';
import { firstScreenIcons, type IconName } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

/** In the app all icons come from the sprite: no server adds symbols to its page, and the sprite is on the phone. */
const IN_PAGE = import.meta.env.MODE !== 'app';

type IconProps = {
  name: IconName;
  /** For screen readers; omit it if the text next to the icon says the same. */
  label?: string;
  /** Size and colour; 24 px by default. */
  className?: string;
  /** Mirrors arrows and carets in right-to-left text. */
  directional?: boolean;
};

export function Icon({ name, label, className, directional = false }: IconProps) {
  return (
    <svg
      className={classNames('shrink-0 fill-current', className ?? 'size-6', directional && 'rtl:-scale-x-100')}
      viewBox="0 0 256 256"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      <use href={IN_PAGE && firstScreenIcons.has(name) ? `#icon-${name}` : `${sprite}#${name}`} />
    </svg>
  );
}
