import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './Page.module.css';

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Earnest' : `${title} · Earnest`;
  }, [title]);
}

/** The body of a page; `wide` uses the full width, as boards do. */
export function Page(props: { title: string; wide?: boolean; children: ReactNode }) {
  useTitle(props.title);
  return <Box className={props.wide ? classes.wide : classes.page}>{props.children}</Box>;
}

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
