/** The symbols of the first screen's icons, for the server to put into every page. */
import { firstScreenIcons } from './icon-names.ts';
import sprite from './icons.svg?raw';

const symbols = [...sprite.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)]
  .filter(([, name]) => [...firstScreenIcons].some((each) => each === name))
  .map(([symbol]) => symbol.replace('id="', 'id="icon-'));

export const firstScreenSymbols = `<svg hidden>${symbols.join('')}</svg>`;
