import { localStorageColorSchemeManager, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useT } from './i18n';
import { theme, variables } from './theme';

/** public/scheme.js reads this key before the first paint. */
const schemeManager = localStorageColorSchemeManager({ key: 'earnest.scheme' });

/** Applies our theme, and labels Mantine's built-in buttons in the reader's language. */
export function ThemeProvider(props: { children: ReactNode }) {
  const t = useT();
  const spoken = useMemo(() => {
    const closeButtonProps = { 'aria-label': t('common.close') };
    const clearButtonProps = { 'aria-label': t('common.clear') };
    const clears = { defaultProps: { clearButtonProps } };
    return mergeThemeOverrides(theme, {
      components: {
        Modal: { defaultProps: { closeButtonProps } },
        Drawer: { defaultProps: { closeButtonProps } },
        Alert: { defaultProps: { closeButtonLabel: t('common.close') } },
        Select: clears,
        MultiSelect: clears,
        TagsInput: clears,
        PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('common.showPassword') } } },
      },
    });
  }, [t]);
  return (
    <MantineProvider
      theme={spoken}
      cssVariablesResolver={variables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      {props.children}
    </MantineProvider>
  );
}
