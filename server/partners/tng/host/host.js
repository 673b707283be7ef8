/**
 * Plays the app of Touch 'n Go: runs the mini-program itself, with an iframe as its web-view, and the sheets of the app
 * that the mini-program opens.
 */
const { texts, shop, users, outcomes } = JSON.parse(document.getElementById('data').textContent);
const frame = document.getElementById('web-view');
const sheet = document.getElementById('sheet');
const log = document.getElementById('calls');

/** Codes of the app: the user refused; the call failed. */
const REFUSED = { error: 11, errorMessage: 'user cancel' };
const FAILED = { error: 4, errorMessage: 'no answer' };

const post = async (path, body) => {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
};

function write(text) {
  const item = document.createElement('li');
  item.textContent = text;
  log.prepend(item);
}

/** Fills an element of the sheet's template with a text. */
function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
}

function button(text, onClick, className) {
  const made = element('button', text, className);
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

/** Opens a sheet; resolves with the value that its content passes to `close`. */
function openSheet(title, build) {
  return new Promise((resolve) => {
    const close = (value) => {
      sheet.hidden = true;
      resolve(value);
    };
    const heading = element('h2', title);
    heading.id = 'sheet-title';
    heading.tabIndex = -1;
    document.getElementById('sheet-content').replaceChildren(heading, ...build(close));
    sheet.hidden = false;
    heading.focus();
  });
}

/** Opens the sheet that requests the user's consent; resolves with a user's id, or null if they refuse. */
const requestConsent = () =>
  openSheet(texts.consent, (close) => {
    const list = document.createElement('fieldset');
    list.append(element('legend', texts.user));
    for (const [index, user] of users.entries()) {
      const choice = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, { type: 'radio', name: 'user', value: user.userId, checked: index === 0 });
      const contact = [user.phone, user.email].filter(Boolean).join(' · ') || texts.noPhone;
      choice.append(input, element('span', user.name), element('small', contact));
      list.append(choice);
    }
    const chosen = () => list.querySelector('input:checked').value;
    return [
      element('p', texts.consentNote),
      list,
      button(texts.allow, () => close(chosen()), 'first'),
      button(texts.refuse, () => close(null)),
    ];
  });

/** Opens the payment sheet; resolves with an outcome's name. */
const requestPayment = ({ title, amount }) =>
  openSheet(`RM ${(Number(amount.value) / 100).toFixed(2)}`, (close) => [
    element('p', title),
    ...outcomes.map(({ name, label }, index) => button(label, () => close(name), index === 0 ? 'first' : undefined)),
  ]);

let page;

globalThis.my = {
  getSystemInfoSync: () => ({ language: document.documentElement.lang }),
  getEnv: (callback) => callback({ miniprogram: true }),
  getAuthCode({ scopes, success, fail }) {
    write(`my.getAuthCode ${scopes}`);
    requestConsent()
      .then(async (userId) => {
        if (userId === null) fail(REFUSED);
        else success({ ...(await post('/host/code', { userId })), authSuccessScopes: scopes });
      })
      .catch(() => fail(FAILED));
  },
  tradePay({ paymentUrl, success, fail }) {
    write('my.tradePay');
    post('/host/payment', { paymentUrl })
      .then(async (payment) => {
        const outcome = await requestPayment(payment);
        const { resultCode } = await post('/host/pay', { id: payment.id, outcome });
        write(`my.tradePay → ${resultCode}`);
        if (resultCode !== null) success({ resultCode });
      })
      .catch(() => fail(FAILED));
  },
  createWebViewContext: () => ({
    postMessage: (data) => frame.contentWindow.postMessage({ kind: 'message', data }, shop),
  }),
};
globalThis.App = () => undefined;
globalThis.Page = (options) => {
  page = {
    ...options,
    data: { ...options.data },
    setData(data) {
      Object.assign(page.data, data);
      if (page.data.src !== frame.src) frame.src = page.data.src;
    },
  };
};

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== shop || source !== frame.contentWindow) return;
  if (data?.kind === 'getEnv') frame.contentWindow.postMessage({ kind: 'env' }, shop);
  if (data?.kind === 'message') page.onMessage({ detail: data.data });
});

document.getElementById('next').addEventListener('submit', async (event) => {
  event.preventDefault();
  const behaviour = new FormData(event.target).get('behaviour');
  await post('/host/next', { call: 'pay', behaviour });
  write(`${texts.next}: ${event.target.elements.behaviour.selectedOptions[0].textContent}`);
});

await import('/mini-program/app.js');
await import('/mini-program/pages/shop/shop.js');
page.onLoad({});
