import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './Page.module.css';

/** useTitle names the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Earnest' : `${title} · Earnest`;
  }, [title]);
}

/** Page is the body of a page: `wide` uses the whole width, as boards do; else it is as wide as reads well. */
export function Page(props: { title: string; wide?: boolean; children: ReactNode }) {
  useTitle(props.title);
  return <Box className={props.wide ? classes.wide : classes.page}>{props.children}</Box>;
}

/** PageHeader is a page's name, what it is about, and its actions. */
export function PageHeader(props: { title: ReactNode; lead?: ReactNode; actions?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} className={classes.heading}>
        <Title order={1}>{props.title}</Title>
        {props.lead !== undefined && <Text c="dimmed">{props.lead}</Text>}
      </Stack>
      {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
    </Group>
  );
}
