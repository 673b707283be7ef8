/** The office's look: the shop's colours as MUI's theme and as CSS variables (`--ink`), light and dark. */
import { CssBaseline, createTheme, GlobalStyles, type Theme, ThemeProvider, useMediaQuery } from '@mui/material';
import { useStore } from 'ra-core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { FONT_DISPLAY, FONT_SANS, type ThemeMode, TOKENS } from './tokens.ts';

export type ThemeChoice = ThemeMode | 'system';

/** Returns the theme that the user chose; by default the system's. */
export const useThemeChoice = () => useStore<ThemeChoice>('theme', 'system');

const TOUCH_HEIGHT_PX = 40;

function createOfficeTheme(mode: ThemeMode, hasReducedMotion: boolean): Theme {
  const colours = TOKENS[mode];
  return createTheme({
    palette: {
      mode,
      primary: { main: colours.action, dark: colours['action-strong'], contrastText: colours['on-action'] },
      secondary: { main: colours['ink-2'] },
      error: { main: colours.danger },
      warning: { main: colours['coin-ink'] },
      info: { main: colours.info },
      success: { main: colours.action },
      text: { primary: colours.ink, secondary: colours['ink-3'] },
      divider: colours.line,
      background: { default: colours.paper, paper: colours.surface },
    },
    shape: { borderRadius: 10 },
    ...(hasReducedMotion && { transitions: { create: () => 'none' } }),
    typography: {
      fontFamily: FONT_SANS,
      fontSize: 14,
      body1: { fontSize: '0.875rem' },
      button: { textTransform: 'none', fontWeight: 600 },
      h6: { fontFamily: FONT_DISPLAY, fontWeight: 700 },
    },
    components: {
      MuiButton: {
        defaultProps: { disableElevation: true, variant: 'outlined' },
        styleOverrides: {
          root: { minHeight: TOUCH_HEIGHT_PX, whiteSpace: 'nowrap' },
          outlinedSecondary: { borderColor: colours.line },
        },
      },
      MuiIconButton: { styleOverrides: { root: { color: 'inherit' } } },
      MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
      MuiInputBase: { styleOverrides: { root: { background: colours.surface } } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: colours.edge } } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: {
        styleOverrides: {
          paper: { borderRadius: 16, border: `1px solid ${colours.line}` },
          paperFullScreen: { borderRadius: 0, border: 0 },
        },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: colours.line, padding: '10px' },
          head: { color: colours['ink-3'], fontWeight: 600, whiteSpace: 'nowrap' },
          paddingCheckbox: { padding: '0 0 0 4px' },
        },
      },
      MuiButtonBase: {
        styleOverrides: {
          root: { '&.Mui-focusVisible': { outline: `2px solid ${colours.focus}`, outlineOffset: 2 } },
        },
      },
    },
  });
}

const toVariables = (mode: ThemeMode) =>
  Object.fromEntries(Object.entries(TOKENS[mode]).map(([name, colour]) => [`--${name}`, colour]));
const VARIABLES = { light: toVariables('light'), dark: toVariables('dark') };

export function OfficeTheme({ children }: { children: ReactNode }) {
  const [choice] = useThemeChoice();
  const isDarkSystem = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const hasReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  const mode = choice === 'system' ? (isDarkSystem ? 'dark' : 'light') : choice;
  const theme = useMemo(() => createOfficeTheme(mode, hasReducedMotion), [mode, hasReducedMotion]);
  useEffect(() => {
    document.documentElement.style.colorScheme = mode;
  }, [mode]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <GlobalStyles
        styles={{
          ':root': { ...VARIABLES[mode], '--sans': FONT_SANS, '--display': FONT_DISPLAY },
          // Paper is white in both themes.
          '@media print': { ':root': VARIABLES.light, body: { color: TOKENS.light.ink } },
        }}
      />
      {children}
    </ThemeProvider>
  );
}
