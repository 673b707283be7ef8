/** The pages of iPay88's stand-in, marked as a sandbox. */

import { escapeHtml } from '../../http/escape-html.ts';

const PAGE_STYLES = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f3f4f6;color:#1f2937}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem}
.sandbox{background:#b45309;color:#fff;text-align:center;font-weight:700;padding:.5rem}
fieldset,section{border:1px solid #d1d5db;border-radius:.75rem;background:#fff;padding:1rem;margin:0 0 1rem}
label{display:block;padding:.4rem 0}button{display:block;width:100%;font:inherit;padding:.75rem;margin:.5rem 0;
border:1px solid #374151;border-radius:.75rem;background:#fff;cursor:pointer}
button.first{background:#14532d;color:#fff;border-color:#14532d;font-weight:700}`;

const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${PAGE_STYLES}</style></head>
<body><p class="sandbox">SANDBOX: a stand-in for iPay88. No money moves.</p><main>${body}</main></body></html>`;

const renderHiddenFields = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');

type ShownPayment = { RefNo: string; Amount: string; PaymentId: string };

/** Builds the page where the shopper chooses a bank and the outcome. */
export function renderHostedPage(
  { RefNo, Amount, PaymentId }: ShownPayment,
  description: string,
  banks: Readonly<Record<string, string>>,
  outcomes: Readonly<Record<string, { label: string }>>,
): string {
  const choices = Object.entries(banks).map(
    ([id, name]) =>
      `<label><input type="radio" name="PaymentId" value="${id}"${id === PaymentId ? ' checked' : ''}> ${escapeHtml(name)}</label>`,
  );
  const buttons = Object.entries(outcomes).map(
    ([name, { label }], index) =>
      `<button name="outcome" value="${name}"${index === 0 ? ' class="first"' : ''}>${escapeHtml(label)}</button>`,
  );
  return renderPage(
    'iPay88 sandbox',
    `<h1>RM ${escapeHtml(Amount)}</h1><section>${escapeHtml(description)}<br>Reference ${escapeHtml(RefNo)}</section>
<form method="post" action="pay">${renderHiddenFields({ RefNo })}
<fieldset><legend>Bank or wallet</legend>${choices.join('\n')}</fieldset>${buttons.join('\n')}</form>`,
  );
}

/** Builds the page that posts the response to the shop. */
export const renderReturnPage = (action: string, fields: Readonly<Record<string, string>>): string =>
  renderPage(
    'Back to the shop',
    `<p>Taking you back to the shop …</p><form method="post" action="${escapeHtml(action)}">${renderHiddenFields(fields)}
<button class="first">Back to the shop</button></form><script>document.forms[0].submit()</script>`,
  );

/** Builds the page of a payment that does not return to the shop. */
export const renderStuckPage = (): string =>
  renderPage('Paid', '<h1>Paid</h1><p>This page does not lead back to the shop. You can close it.</p>');

export const renderErrorPage = (problem: string): string => renderPage('Error', `<h1>${escapeHtml(problem)}</h1>`);
