/** Serves the shop's web app manifest: name, colours and icons of the shop on a phone's home screen. */
import { type Lang, parseLang } from '@shop/core/lang';
import { homePath, withLang } from '@shop/core/links/paths';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { imageUrl } from '../media/image-urls.ts';
import { getSettings } from './content.ts';
import { chooseIcon, readPublicSettings } from './settings.ts';

/** The light theme's page colour (docs/ux.md#2.1). */
const PAGE_COLOUR = '#FFFBF3';

/** Icon sizes in pixels; browsers offer to install a shop whose manifest has them. */
const ICON_WIDTHS = [192, 512];
/** The size that iOS requests. */
const TOUCH_ICON_WIDTH = 180;

const CACHE_CONTROL = 'public, max-age=300';

const createIconEntry = (icon: string, width: number) => ({
  src: imageUrl(icon, width, 'png'),
  sizes: `${width}x${width}`,
  type: 'image/png',
});

/** Registers `/manifest.webmanifest` and `/apple-touch-icon.png`, which iOS requests by its name. */
export function registerManifest(app: FastifyInstance, contextIn: (lang: Lang) => Ctx): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const lang = parseLang(new URLSearchParams(request.url.split('?')[1]).get('lang'));
    const ctx = contextIn(lang);
    const { siteTitle, siteSubtitle } = await getSettings(ctx);
    const icon = chooseIcon(await readPublicSettings(ctx));
    return reply
      .header('cache-control', CACHE_CONTROL)
      .type('application/manifest+json; charset=utf-8')
      .send({
        name: siteTitle,
        short_name: siteTitle,
        description: siteSubtitle,
        lang,
        start_url: withLang(homePath(), lang),
        id: homePath(),
        display: 'minimal-ui',
        theme_color: PAGE_COLOUR,
        background_color: PAGE_COLOUR,
        icons: icon === null ? [] : ICON_WIDTHS.map((width) => createIconEntry(icon, width)),
      });
  });
  app.get('/apple-touch-icon.png', async (_, reply) => {
    const icon = chooseIcon(await readPublicSettings(contextIn('en')));
    reply.header('cache-control', CACHE_CONTROL);
    return icon === null ? reply.code(404).send() : reply.redirect(imageUrl(icon, TOUCH_ICON_WIDTH, 'png'));
  });
}
