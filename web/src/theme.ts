// Colours, sizes and defaults of the whole app. Every pair of text and background colours meets WCAG AA contrast.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
];
const gray: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
];
const dark: MantineColorsTuple = [
  '#dbe0ea',
  '#b8c0cf',
  '#9aa4b5',
  '#6d7789',
  '#3a4252',
  '#2b3240',
  '#212733',
  '#161b24',
  '#10141b',
  '#0b0e13',
];
const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
];
const green: MantineColorsTuple = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22c55e',
  '#15803d',
  '#166534',
  '#14532d',
  '#0f3d22',
];
const amber: MantineColorsTuple = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#f59e0b',
  '#b45309',
  '#92400e',
  '#78350f',
  '#5c2a0c',
];

const dialogue = { title: { fontSize: '1.125rem', fontWeight: 650 } };

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 6 },
  colors: { indigo, gray, dark, red, green, amber },
  black: '#111827',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } }, styles: dialogue },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.45 } }, styles: dialogue },
    // A <header> element would make the dialog's head a banner landmark.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Badge: { styles: { root: { textTransform: 'none', fontWeight: 600 } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
    Popover: { defaultProps: { shadow: 'md' } },
    Paper: { defaultProps: { withBorder: true } },
  },
});

/** The light variant of a colour in dark mode, where Mantine's own is almost black. */
const soft = (name: string, ground: string, hover: string, ink: string) => ({
  [`--mantine-color-${name}-light`]: ground,
  [`--mantine-color-${name}-light-hover`]: hover,
  [`--mantine-color-${name}-light-color`]: ink,
});

/** Our variables for CSS modules: --app-ground (behind cards), --app-surface (cards, header), --app-line. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--app-ground': '#f5f7fb',
    '--app-surface': '#ffffff',
    '--app-raised': '#ffffff',
    '--app-line': '#dfe4ee',
    '--app-hover': '#eef1f8',
    '--app-good': '#15803d',
    '--app-amber': '#b45309',
    '--app-red': '#b91c1c',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-error': '#b91c1c',
    '--mantine-color-success': '#15803d',
    '--mantine-color-default-border': '#cbd5e1',
  },
  dark: {
    '--app-ground': '#10141b',
    '--app-surface': '#161b24',
    '--app-raised': '#1c222d',
    '--app-line': '#2b3240',
    '--app-hover': '#212733',
    '--app-good': '#4ade80',
    '--app-amber': '#fbbf24',
    '--app-red': '#f87171',
    '--mantine-color-error': '#fca5a5',
    '--mantine-color-success': '#4ade80',
    '--mantine-color-placeholder': '#8b95a7',
    '--mantine-color-red-filled': '#b91c1c',
    '--mantine-color-red-filled-hover': '#991b1b',
    '--mantine-color-indigo-outline': '#a5b4fc',
    ...soft('gray', '#2b3240', '#363e4e', '#dbe0ea'),
    ...soft('red', '#471c22', '#5a232b', '#fecaca'),
    ...soft('green', '#14391f', '#1a4828', '#bbf7d0'),
    ...soft('amber', '#42300f', '#533c13', '#fde68a'),
    ...soft('indigo', '#2a2b63', '#343678', '#e0e7ff'),
  },
});
