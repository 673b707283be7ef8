/**
 * The shop's colours (docs/ux.md#2.1) for the office: the same values as in `web/styles.css`, which `tokens.test.ts`
 * compares. The sidebar is dark green in both themes.
 */
const light = {
  paper: '#fffbf3',
  surface: '#ffffff',
  sunken: '#f6eee0',
  line: '#e6dac6',
  edge: '#8f7f6b',
  ink: '#2b1d14',
  'ink-2': '#5e4c3f',
  'ink-3': '#76644f',
  action: '#1c7a3f',
  'action-strong': '#125f30',
  'on-action': '#ffffff',
  forest: '#0a3a1e',
  'pandan-50': '#eaf6ec',
  'pandan-100': '#cfebd4',
  'pandan-300': '#7cc68d',
  deal: '#c2255c',
  'deal-strong': '#9c1747',
  'kantan-50': '#fdedf3',
  'kunyit-50': '#fff6db',
  'kunyit-200': '#ffe08a',
  'coin-ink': '#8a5200',
  danger: '#b3261e',
  'danger-50': '#fdeeea',
  info: '#1b5fa8',
  'info-50': '#e9f2fb',
  focus: '#1b5fa8',
};

export type Tokens = typeof light;

const dark: Tokens = {
  ...light,
  paper: '#16110d',
  surface: '#1f1813',
  sunken: '#110d0a',
  line: '#3b2f26',
  edge: '#8c7b69',
  ink: '#fbf3e7',
  'ink-2': '#d3c3b1',
  'ink-3': '#a99883',
  action: '#6fd08b',
  'action-strong': '#9be3ae',
  'on-action': '#06240f',
  'pandan-50': '#14301d',
  'pandan-100': '#1c4429',
  deal: '#ff8fb4',
  'deal-strong': '#ffb3cc',
  'kantan-50': '#3a1524',
  'kunyit-50': '#33270c',
  'coin-ink': '#ffc94a',
  danger: '#ff9a8b',
  'danger-50': '#3a1713',
  info: '#8dc1f5',
  'info-50': '#14283c',
  focus: '#8dc1f5',
};

export type ThemeMode = 'light' | 'dark';
export const TOKENS: Readonly<Record<ThemeMode, Tokens>> = { light, dark };

export const FONT_SANS =
  '"Figtree Variable", -apple-system, BlinkMacSystemFont, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Noto Sans CJK SC", "Noto Sans SC", system-ui, sans-serif';
export const FONT_DISPLAY = `"Bricolage Grotesque Variable", ${FONT_SANS}`;
