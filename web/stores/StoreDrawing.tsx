/**
 * The drawing of a store without a photo: a shophouse with an awning in the shop's colours, and lit windows while it is
 * open.
 */
import { classNames } from '../ui/class-names.ts';

const AWNINGS = ['fill-action', 'fill-deal', 'fill-coin', 'fill-info'] as const;

const STRIPES = Array.from({ length: 10 }, (_, index) => index);

/** Picks the awning's colour by the store's code. */
const pickAwning = (id: string): string =>
  AWNINGS[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % AWNINGS.length] ?? AWNINGS[0];

export function StoreDrawing({ id, isOpen }: { id: string; isOpen: boolean }) {
  const glass = isOpen ? 'fill-kunyit-200' : 'fill-line';
  return (
    <svg viewBox="0 0 640 360" className="block aspect-video w-full" aria-hidden>
      <rect y="312" width="640" height="48" className="fill-sunken" />
      <rect y="308" width="640" height="6" className="fill-line" />
      <g className="fill-surface stroke-edge" strokeWidth="3">
        <rect x="120" y="52" width="400" height="258" rx="4" />
        <path d="M108 52h424l-16-22H124z" />
      </g>
      <g className={classNames(glass, 'stroke-edge')} strokeWidth="3">
        <rect x="160" y="72" width="62" height="54" rx="31" />
        <rect x="289" y="72" width="62" height="54" rx="31" />
        <rect x="418" y="72" width="62" height="54" rx="31" />
      </g>
      <rect x="140" y="136" width="360" height="34" rx="4" className="fill-forest" />
      <g className="fill-white">
        <rect x="250" y="148" width="140" height="10" rx="5" />
      </g>
      <g className={classNames(glass, 'stroke-edge')} strokeWidth="3">
        <rect x="142" y="206" width="126" height="78" />
        <rect x="372" y="206" width="126" height="78" />
        <rect x="286" y="206" width="68" height="104" />
      </g>
      <g className="fill-action">
        <rect x="154" y="252" width="22" height="30" rx="3" />
        <rect x="388" y="248" width="26" height="34" rx="3" />
      </g>
      <g className="fill-deal">
        <rect x="182" y="244" width="22" height="38" rx="3" />
        <rect x="448" y="254" width="30" height="28" rx="3" />
      </g>
      <g className="fill-coin">
        <circle cx="228" cy="270" r="12" />
        <circle cx="246" cy="270" r="12" />
        <rect x="420" y="240" width="22" height="42" rx="3" />
      </g>
      <circle cx="342" cy="260" r="4" className="fill-edge" />
      <g>
        {STRIPES.map((index) => (
          <path
            key={index}
            d={`M${128 + index * 38.4} 170h38.4v30a19.2 19.2 0 0 1-38.4 0z`}
            className={classNames(index % 2 === 0 ? pickAwning(id) : 'fill-surface', 'stroke-edge')}
            strokeWidth="2"
          />
        ))}
      </g>
      <g className="fill-pandan-300">
        <circle cx="72" cy="268" r="30" />
        <circle cx="572" cy="262" r="34" />
      </g>
      <g className="fill-edge">
        <rect x="68" y="290" width="8" height="22" />
        <rect x="568" y="288" width="8" height="24" />
      </g>
    </svg>
  );
}
