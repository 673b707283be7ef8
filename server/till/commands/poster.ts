/** The poster of an outlet with the QR code of its referral link, for one sheet of A4. */
import { renderSVG } from 'uqr';
import { escapeHtml } from '../../http/escape-html.ts';

export type PosterTexts = {
  url: string;
  /** Name in English and Chinese; English twice where there is no Chinese. */
  shop: readonly [string, string];
  outlet: readonly [string, string];
  /** Whether the shop offers Chinese. */
  inChinese: boolean;
};

/** Joins the English and the Chinese version of a text, escaped for HTML; equal versions appear once. */
const joinLanguages = ([en, zh]: readonly [string, string], between: string): string =>
  [...new Set([en, zh])].map(escapeHtml).join(between);

/** Composes the poster as an HTML document that a browser prints on one page. */
export function composePoster({ url, shop, outlet, inChinese }: PosterTexts): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(outlet[0])}</title>
<style>
  @page { size: A4; margin: 0 }
  * { box-sizing: border-box; margin: 0 }
  body { width: 210mm; height: 297mm; margin: 0 auto; padding: 20mm; display: grid; grid-template-rows: auto 1fr auto;
    justify-items: center; text-align: center; background: #fffbf3; color: #2b1d14;
    font-family: "Bricolage Grotesque", "PingFang SC", "Microsoft YaHei UI", "Noto Sans SC", system-ui, sans-serif;
    print-color-adjust: exact }
  h1 { font-size: 17mm; line-height: 1.1; color: #125f30 }
  .call { font-size: 9mm; font-weight: 700; margin-top: 6mm }
  figure { align-self: center; padding: 8mm; border: 1.5mm solid #1c7a3f; border-radius: 10mm; background: #fff }
  svg { display: block; width: 110mm; height: 110mm }
  .outlet { font-size: 7mm; font-weight: 700 }
  .url { margin-top: 3mm; font-size: 4mm; word-break: break-all; color: #5e4c3f }
</style>
<header>
  <h1>${joinLanguages(shop, '<br>')}</h1>
  <p class="call">Scan to join us online${inChinese ? '<br><span lang="zh-Hans">扫一扫，网上加入会员</span>' : ''}</p>
</header>
<figure>${renderSVG(url, { border: 0, ecc: 'M' })}</figure>
<footer>
  <p class="outlet">${joinLanguages(outlet, ' · ')}</p>
  <p class="url">${escapeHtml(new URL(url).host)}</p>
</footer>
</html>
`;
}
