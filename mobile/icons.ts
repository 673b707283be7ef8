/** The icons and splash images of both projects, drawn from the shop's own mark (web/art). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ART = join(import.meta.dirname, '..', 'web', 'art');
const ANDROID_RESOURCES = 'android/app/src/main/res';
const IOS_ASSETS = 'ios/App/App/Assets.xcassets';

/** Colour behind the mark. Change `icon_background` of Android's colors.xml too. */
const CREAM = '#FFF3D6';
/** The mark's colours in greys, which iOS tints. */
const GREYS = { '#2B8F4E': '#E8E8E8', '#1A6435': '#9C9C9C', '#FFF3D6': '#303030', '#F7B51E': '#FFFFFF' };

/** Pixels of a dp by density. */
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 };
type Density = keyof typeof DENSITIES;

/** A square image: its path below `mobile/`, its side in pixels, and its drawing. */
export type IconImage = { path: string; side: number; svg: string; isOpaque: boolean };

/** Draws content on a square of 100 units. */
const drawSquare = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">${content}</svg>`;

/** Reads the sack of the logo, which is the logo's first group, 128 units high and centred at (80, 88). */
function readSack(): string {
  const [, sack] = /<g [^>]*>(.*?)<\/g>/s.exec(readFileSync(join(ART, 'logo.svg'), 'utf8')) ?? [];
  if (sack === undefined) throw new Error('web/art/logo.svg has no group with the sack');
  return sack;
}

/** Draws the sack in the middle of the square, `height` units high. */
const placeSack = (sack: string, height: number): string =>
  `<g transform="translate(50 50) scale(${height / 128}) translate(-80 -88)">${sack}</g>`;

/** Draws the outline of the small sack in white, with face and stitches cut out; Android colours it. */
function drawSilhouette(height: number): string {
  const elements = readFileSync(join(ART, 'favicon.svg'), 'utf8').match(/<(path|circle) [^>]*\/>/g) ?? [];
  const isBody = (element: string) => /fill="#(1A6435|2B8F4E)"/.test(element);
  const body = elements.filter(isBody).map((each) => each.replace(/fill="#\w+"/, 'fill="#FFF"'));
  const cuts = elements.filter((each) => !isBody(each)).map((each) => each.replace(/#[0-9A-F]{6}/, '#000'));
  return (
    `<g transform="translate(50 50) scale(${height / 28.5}) translate(-16 -16)">` +
    `<mask id="cuts"><rect width="32" height="32" fill="#FFF"/>${cuts.join('')}</mask>` +
    `<g mask="url(#cuts)">${body.join('')}</g></g>`
  );
}

export function listIcons(): IconImage[] {
  const sack = readSack();
  const grey = Object.entries(GREYS).reduce((drawing, [colour, tone]) => drawing.replaceAll(colour, tone), sack);
  const listAndroidImages = (folder: string, name: string, dp: number, content: string): IconImage[] =>
    (Object.keys(DENSITIES) as Density[]).map((density) => ({
      path: `${ANDROID_RESOURCES}/${folder}-${density}/${name}.png`,
      side: dp * DENSITIES[density],
      svg: drawSquare(content),
      isOpaque: false,
    }));
  const createIosIcon = (name: string, background: string, content: string, isOpaque: boolean): IconImage => ({
    path: `${IOS_ASSETS}/AppIcon.appiconset/${name}.png`,
    side: 1024,
    svg: drawSquare(background + content),
    isOpaque,
  });
  const createSplash = (suffix: string, scale: number): IconImage => ({
    path: `${IOS_ASSETS}/Splash.imageset/splash${suffix}.png`,
    side: 192 * scale,
    svg: drawSquare(placeSack(sack, 80)),
    isOpaque: false,
  });
  const drawBackground = (colour: string) => `<rect width="100" height="100" fill="${colour}"/>`;
  return [
    // Before Android 8 there are no adaptive icons.
    ...listAndroidImages(
      'mipmap',
      'ic_launcher',
      48,
      `<rect x="4" y="4" width="92" height="92" rx="20" fill="${CREAM}"/>${placeSack(sack, 72)}`,
    ),
    ...listAndroidImages(
      'mipmap',
      'ic_launcher_round',
      48,
      `<circle cx="50" cy="50" r="48" fill="${CREAM}"/>${placeSack(sack, 64)}`,
    ),
    // Launchers cut the image of 108 dp to any shape that contains its middle 66 dp.
    ...listAndroidImages('mipmap', 'ic_launcher_foreground', 108, placeSack(sack, 50)),
    ...listAndroidImages('mipmap', 'ic_launcher_monochrome', 108, drawSilhouette(46)),
    ...listAndroidImages('drawable', 'ic_notification', 24, drawSilhouette(92)),
    // Android cuts the image of 288 dp to a circle of 192 dp.
    ...listAndroidImages('drawable', 'splash_icon', 288, placeSack(sack, 48)),
    createIosIcon('icon', drawBackground(CREAM), placeSack(sack, 70), true),
    // iOS adds its own dark background.
    createIosIcon('icon-dark', '', placeSack(sack, 70), false),
    createIosIcon('icon-tinted', drawBackground('#000'), placeSack(grey, 70), true),
    createSplash('', 1),
    createSplash('@2x', 2),
    createSplash('@3x', 3),
  ];
}
