import { Code, Group, Paper, Stack, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { OpenAPI } from '../../api/openapi';
import { useT } from '../../i18n';
import { Fields } from './Fields';
import { Prose } from './Prose';
import classes from './reference.module.css';

/** Every object of the API by name. */
export function Models(props: { api: OpenAPI; opened: ReadonlySet<string>; onToggle: (id: string) => void }) {
  const t = useT();
  return (
    <Stack gap="xs" component="section" aria-label={t('reference.models')}>
      <Title order={2}>{t('reference.models')}</Title>
      {Object.entries(props.api.components.schemas).map(([name, schema]) => {
        const id = `schema-${name}`;
        const open = props.opened.has(id);
        const Sign = open ? IconChevronDown : IconChevronRight;
        return (
          <Paper key={name} id={id} radius="md" className={classes.schema}>
            <UnstyledButton p="sm" w="100%" aria-expanded={open} onClick={() => props.onToggle(id)}>
              <Group gap="xs">
                <Sign size={16} aria-hidden />
                <Code fw={600}>{name}</Code>
              </Group>
            </UnstyledButton>
            {open && (
              <Stack gap="sm" className={classes.body}>
                <Prose text={schema.description} />
                <Fields api={props.api} schema={schema} />
              </Stack>
            )}
          </Paper>
        );
      })}
    </Stack>
  );
}
