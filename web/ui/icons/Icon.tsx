/**
 * An icon of the sprite (`icons.svg`, Phosphor regular, `-fill` for active states), or of its part in the page's HTML.
 * Decorative unless labelled.
 */
import { classNames } from '../class-names.ts';
import { firstScreenIcons, type IconName } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

/** No server renders the page of the app's build: all icons come from the sprite, which is on the phone. */
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
