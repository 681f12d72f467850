import { Button, Table, Text } from '@mantine/core';
import type { LogChange } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import classes from './changes.module.css';
import { describeChange, nounText } from './describe';

interface Props {
  changes: LogChange[];
  more: boolean;
  busy: boolean;
  onMore: () => void;
}

/** The log, latest first; older entries load on demand. */
export function Changes(props: Props) {
  const t = useT();
  return (
    <>
      <div className={classes.frame}>
        <Table verticalSpacing="xs" horizontalSpacing="md" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('changes.when')}</Table.Th>
              <Table.Th>{t('changes.who')}</Table.Th>
              <Table.Th>{t('changes.what')}</Table.Th>
              <Table.Th>{t('changes.project')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.changes.map((change) => (
              <Row key={change.id} change={change} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {props.more && (
        <Button variant="default" mt="md" loading={props.busy} onClick={props.onMore}>
          {t('changes.older')}
        </Button>
      )}
    </>
  );
}

function Row({ change }: { change: LogChange }) {
  const t = useT();
  const format = useFormat();
  const noun = nounText(t, change.noun);
  return (
    <Table.Tr>
      <Table.Td className={classes.when} title={change.at}>
        {format.dateTime(change.at)}
      </Table.Td>
      <Table.Td className={classes.who}>
        {change.user?.name ?? t('changes.commandLine')}
        {change.key_name !== null && (
          <Text size="xs" c="dimmed">
            {t('changes.byKey', { name: change.key_name })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" component="div">
          {noun}
          {change.name !== '' && (
            <>
              {' '}
              <strong>{change.name}</strong>
            </>
          )}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {describeChange(t, format, change)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.project}>{useProject(change)}</Table.Td>
    </Table.Tr>
  );
}

function useProject({ project }: LogChange): string {
  const t = useT();
  if (project === null) return t('changes.instance');
  return project.name ?? t('changes.gone');
}
