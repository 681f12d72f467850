import { Anchor, Text } from '@mantine/core';
import { useT } from '../../i18n';
import type { Group } from './operations';
import classes from './reference.module.css';

/** Links to every operation, beside the text on wide screens. */
export function Outline(props: { groups: Group[] }) {
  const t = useT();
  return (
    <nav className={classes.outline} aria-label={t('reference.outline')}>
      {props.groups.map(({ name, calls }) => (
        <div key={name}>
          <Text size="xs" fw={600} c="dimmed" tt="uppercase" lang="en">
            {name}
          </Text>
          <ul>
            {calls.map((call) => (
              <li key={call.operationId}>
                <Anchor size="sm" href={`#${call.operationId}`} lang="en">
                  {call.summary}
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
