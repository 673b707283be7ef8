/** How goods are written. */
import type { Goods } from './GoodsActions.tsx';

export const goodsName = ({ name, variant }: Pick<Goods, 'name' | 'variant'>): string =>
  variant === null ? name : `${name} ${variant}`;
