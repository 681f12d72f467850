import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled section of a settings page. */
export function Section(props: { title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode }) {
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} radius="lg" aria-label={props.title}>
      <Stack>
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} flex="1 1 16rem">
            <Title order={2}>{props.title}</Title>
            {props.text !== undefined && (
              <Text c="dimmed" size="sm">
                {props.text}
              </Text>
            )}
          </Stack>
          {props.action}
        </Group>
        {props.children}
      </Stack>
    </Paper>
  );
}
