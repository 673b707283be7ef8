/** Calls that the shop's page may make, by the functions of the app. */
const CALLS = {
  getAuthCode: ({ scopes }) => ({ request: { scopes }, read: ({ authCode }) => ({ authCode }) }),
  tradePay: ({ paymentUrl }) => ({ request: { paymentUrl }, read: ({ resultCode }) => ({ resultCode }) }),
};

/** Error code for a call that the shop's page may not make. */
const UNKNOWN_CALL_CODE = 2;

/**
 * Makes the call in a message of the shop's page: `{ id, call, parameters }`. Replies once, with `{ id, result }` or `{
 * id, error: { code, message } }`. `my` is the app's own object.
 */
export function answerMessage(my, message, reply) {
  const { id, call, parameters } = message || {};
  const fail = (code, text) => reply({ id, error: { code: Number(code), message: String(text || '') } });
  if (!Object.hasOwn(CALLS, call)) {
    fail(UNKNOWN_CALL_CODE, 'unknown call');
    return;
  }
  const { request, read } = CALLS[call](parameters || {});
  const options = Object.assign({}, request, {
    success: (result) => reply({ id, result: read(result) }),
    fail: ({ error, errorMessage }) => fail(error, errorMessage),
  });
  if (call === 'getAuthCode') my.getAuthCode(options);
  else my.tradePay(options);
}
