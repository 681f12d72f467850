import { Anchor, Badge, Code, Text } from '@mantine/core';
import type { OpenAPI, Schema } from '../../api/openapi';
import { useT } from '../../i18n';
import { Prose } from './Prose';
import classes from './reference.module.css';
import { boundsOf, insideOf, kindOf, resolved } from './schema';

/** Maximum nesting shown; the document is not nested that deeply. */
const maxDepth = 6;

interface Props {
  api: OpenAPI;
  schema: Schema;
  depth?: number;
}

/** The members of an object, including nested ones. */
export function Fields(props: Props) {
  const { api, depth = 0 } = props;
  const whole = resolved(api, props.schema);
  const entries = Object.entries(whole.properties ?? {});
  return (
    <ul className={classes.fields}>
      {entries.map(([name, schema]) => (
        <li key={name}>
          <Field
            api={api}
            name={name}
            schema={schema}
            required={whole.required?.includes(name) === true}
            depth={depth}
          />
        </li>
      ))}
    </ul>
  );
}

interface FieldProps extends Props {
  name: string;
  required: boolean;
  /** In the path or in the query. */
  place?: string;
  text?: string;
}

/** One value: name, type, limits, description and members. */
export function Field(props: FieldProps) {
  const t = useT();
  const { api, schema, depth = 0 } = props;
  const inside = depth < maxDepth ? insideOf(api, schema) : undefined;
  return (
    <>
      <div className={classes.head}>
        <Code fw={600}>{props.name}</Code>
        <KindOf api={api} schema={schema} />
        {props.place !== undefined && (
          <Text span size="xs" c="dimmed">
            {props.place}
          </Text>
        )}
        {props.required && (
          <Badge size="xs" variant="light" color="red">
            {t('reference.required')}
          </Badge>
        )}
        {boundsOf(api, schema, (unit, count) => t(`reference.${unit}`, { count })).map((bound) => (
          <Text key={bound} span size="xs" c="dimmed" className={classes.bound}>
            {bound}
          </Text>
        ))}
      </div>
      <Prose text={props.text ?? resolved(api, schema).description} size="sm" c="dimmed" />
      {inside !== undefined && (
        <details className={classes.inside}>
          <summary>{t('reference.inside', { count: Object.keys(inside.properties ?? {}).length })}</summary>
          <Fields api={api} schema={inside} depth={depth + 1} />
        </details>
      )}
    </>
  );
}

/** How the document marks a nullable value. */
const orNull = ' | null';

function KindOf(props: { api: OpenAPI; schema: Schema }) {
  const t = useT();
  const { words, model, list, nullable } = kindOf(props.api, props.schema);
  return (
    <Text span size="xs" className={classes.kind}>
      {list && `${t('reference.listOf')} `}
      {words.join(' | ')}
      {model !== undefined && (
        <Anchor size="xs" underline="always" href={`#schema-${model}`}>
          {model}
        </Anchor>
      )}
      {nullable && orNull}
    </Text>
  );
}
