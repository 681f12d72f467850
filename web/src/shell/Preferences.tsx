import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { type Language, useLanguage, useT } from '../i18n';

/** Language and colour scheme; both work when signed out. */
export function Preferences() {
  const t = useT();
  const { language, setLanguage } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap={8}>
      <Labelled text={t('shell.language')}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('shell.language')}
          value={language}
          onChange={(value) => setLanguage(value as Language)}
          data={[
            { value: 'en', label: 'English' },
            { value: 'fr', label: 'Français' },
          ]}
        />
      </Labelled>
      <Labelled text={t('shell.theme')}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('shell.theme')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={[
            { value: 'auto', label: t('shell.themeAuto') },
            { value: 'light', label: t('shell.themeLight') },
            { value: 'dark', label: t('shell.themeDark') },
          ]}
        />
      </Labelled>
    </Stack>
  );
}

function Labelled(props: { text: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={2} aria-hidden>
        {props.text}
      </Text>
      {props.children}
    </div>
  );
}
