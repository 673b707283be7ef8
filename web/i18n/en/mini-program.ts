/** Messages inside a partner's app: signing in and paying with Touch 'n Go. */
export const miniProgram = {
  'tng.continue': 'Continue with Touch ’n Go',
  'tng.continue_text':
    'Sign in with your Touch ’n Go account to earn points and see your orders here and on our website.',
  'tng.welcome': 'You are signed in with Touch ’n Go. Hello, {name}.',
  'tng.loading': 'Getting your details from Touch ’n Go…',
  'tng.checkout_text': 'Continue with Touch ’n Go to fill in your name and phone, or type them below.',
  'tng.sign_in_failed': 'Touch ’n Go did not respond. Please try again, or continue without signing in.',
  'tng.opening': 'Opening Touch ’n Go…',
  'tng.opening_text': 'Check the amount and approve the payment in Touch ’n Go.',
  'tng.pay': 'Pay with Touch ’n Go',
  'tng.pay_text': 'Your order is reserved. Open the payment to approve it in Touch ’n Go.',
  'tng.cancelled_title': 'You left the payment',
  'tng.cancelled': 'The payment in Touch ’n Go was not completed.',
  'tng.failed_title': 'Touch ’n Go could not take the payment',
  'tng.failed': 'Check your balance or card in Touch ’n Go, then try again or choose another way.',
  'tng.offline_title': 'The connection was lost',
  'tng.offline':
    'If the payment went through after all, this page will show it in a moment. Please wait before you pay again.',
  'tng.outside_title': 'Pay in the Touch ’n Go app',
  'tng.outside':
    'This payment works only inside the Touch ’n Go app. You can choose another way on the page of your order.',
} as const;
