import { Badge, Code, Stack, Text } from '@mantine/core';
import type { OpenAPI, Response } from '../../api/openapi';
import { useT } from '../../i18n';
import { Example, printed } from './Example';
import { Fields } from './Fields';
import type { Call } from './operations';
import { Prose } from './Prose';
import classes from './reference.module.css';
import { insideOf, resolvedResponse } from './schema';

/** Successful responses in full, errors by code. */
export function Responses(props: { api: OpenAPI; call: Call }) {
  return (
    <Stack gap="xs">
      {Object.entries(props.call.responses).map(([status, response]) => (
        <Answer key={status} api={props.api} status={status} response={resolvedResponse(props.api, response)} />
      ))}
    </Stack>
  );
}

function Answer(props: { api: OpenAPI; status: string; response: Response }) {
  const good = props.status < '400';
  const content = props.response.content?.['application/json'];
  return (
    <div className={classes.answer}>
      <div className={classes.head}>
        <Badge variant="light" color={good ? 'green' : 'gray'} radius="sm">
          {props.status}
        </Badge>
        <Prose text={props.response.description} size="sm" />
      </div>
      {good && content !== undefined && <Good api={props.api} content={content} />}
      {!good && content?.examples !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {Object.keys(content.examples).map((code) => (
            <Code key={code} mr={6}>
              {code}
            </Code>
          ))}
        </Text>
      )}
    </div>
  );
}

type Content = NonNullable<Response['content']>[string];

function Good(props: { api: OpenAPI; content: Content }) {
  const t = useT();
  const inside = props.content.schema && insideOf(props.api, props.content.schema);
  return (
    <Stack gap="xs" mt="xs">
      {inside !== undefined && <Fields api={props.api} schema={inside} />}
      {props.content.example !== undefined && (
        <details className={classes.inside}>
          <summary>{t('reference.example')}</summary>
          <Example text={printed(props.content.example)} label={t('reference.example')} />
        </details>
      )}
    </Stack>
  );
}
