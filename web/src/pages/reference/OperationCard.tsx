import { ActionIcon, Badge, Code, Group, Paper, Stack, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconLink } from '@tabler/icons-react';
import type { OpenAPI } from '../../api/openapi';
import { useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { Example } from './Example';
import { Field, Fields } from './Fields';
import { type Call, curlOf } from './operations';
import { Prose } from './Prose';
import { Responses } from './Responses';
import classes from './reference.module.css';

interface Props {
  api: OpenAPI;
  call: Call;
  base: string;
  open: boolean;
  onToggle: () => void;
}

export const colours: Record<string, string> = {
  get: 'indigo',
  post: 'green',
  put: 'amber',
  patch: 'amber',
  delete: 'red',
};

/** One operation: a summary line that expands. */
export function OperationCard(props: Props) {
  const t = useT();
  const { call, open } = props;
  const Sign = open ? IconChevronDown : IconChevronRight;
  return (
    <Paper component="article" radius="md" id={call.operationId} aria-label={call.summary} className={classes.card}>
      <Group gap="xs" wrap="nowrap" p="sm">
        <UnstyledButton className={classes.opener} aria-expanded={open} onClick={props.onToggle}>
          <Sign size={16} aria-hidden />
          <Badge color={colours[call.method]} variant="light" radius="sm" className={classes.method}>
            {call.method}
          </Badge>
          <span className={classes.path}>{call.path}</span>
          <Text span size="sm" c="dimmed" lang="en">
            {call.summary}
          </Text>
        </UnstyledButton>
        <Tooltip label={t('reference.link')}>
          <ActionIcon
            component="a"
            href={`#${call.operationId}`}
            variant="subtle"
            color="gray"
            aria-label={t('reference.linkTo', { name: call.summary })}
          >
            <IconLink size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {open && <Body {...props} />}
    </Paper>
  );
}

function Body(props: Props) {
  const t = useT();
  const { api, call } = props;
  const body = call.requestBody?.content?.['application/json'];
  return (
    <Stack gap="md" className={classes.body}>
      <Prose text={call.description} size="sm" />
      <Permissions call={call} />
      <Block title={t('reference.tryIt')}>
        <Example text={curlOf(call, props.base)} label={t('reference.tryIt')} />
      </Block>
      {(call.parameters ?? []).length > 0 && (
        <Block title={t('reference.parameters')}>
          <ul className={classes.fields}>
            {call.parameters?.map((one) => (
              <li key={`${one.in} ${one.name}`}>
                <Field
                  api={api}
                  name={one.name}
                  schema={one.schema ?? {}}
                  required={one.required === true}
                  place={one.in === 'path' ? t('reference.inPath') : t('reference.inQuery')}
                  text={one.description}
                />
              </li>
            ))}
          </ul>
        </Block>
      )}
      {body?.schema !== undefined && (
        <Block title={t('reference.body')}>
          <Prose text={call.requestBody?.description} size="sm" c="dimmed" />
          <Fields api={api} schema={body.schema} />
        </Block>
      )}
      <Block title={t('reference.answers')}>
        <Responses api={api} call={call} />
      </Block>
    </Stack>
  );
}

/** Not a landmark, because a page has many blocks with the same name. */
function Block(props: { title: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms
    <div role="group" aria-label={props.title}>
      <Title order={3} fz="md" mb={6}>
        {props.title}
      </Title>
      {props.children}
    </div>
  );
}

/** The scope that a key needs, and the roles that can make the call. */
function Permissions(props: { call: Call }) {
  const t = useT();
  const words = useWords();
  const scope = props.call['x-scope'];
  const roles = props.call['x-roles'] ?? [];
  return (
    <Group gap="lg">
      {scope !== undefined && (
        <Text size="sm">
          {t('reference.scope')} <Code>{scope}</Code>
        </Text>
      )}
      {roles.length > 0 && (
        <Text size="sm">
          {t('reference.roles')} {roles.map((role) => words.role(role as Parameters<typeof words.role>[0])).join(', ')}
        </Text>
      )}
    </Group>
  );
}
