import { Box, Group, Paper, Popover, Title, UnstyledButton } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n';
import { useTitle } from '../ui/Page';
import { Logo } from './Logo';
import classes from './Outside.module.css';
import { Preferences } from './Preferences';

/** Layout of the public pages: one centred card, language and colour scheme below. */
export function PublicLayout(props: { title: string; children: ReactNode }) {
  const t = useT();
  useTitle(props.title);
  return (
    <main className={classes.ground}>
      <Box className={classes.column}>
        <Group gap="sm" justify="center" mb="lg">
          <Logo size={40} />
          <span className={classes.name}>Earnest</span>
        </Group>
        <Paper p={{ base: 'lg', xs: 32 }} radius="lg" shadow="sm">
          <Title order={1} mb="md">
            {props.title}
          </Title>
          {props.children}
        </Paper>
        <Popover position="top" width={280} trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton className={classes.preferences}>
              <IconWorld size={16} aria-hidden />
              {t('shell.language')} · {t('shell.theme')}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('shell.language')}>
            <Preferences />
          </Popover.Dropdown>
        </Popover>
      </Box>
    </main>
  );
}
