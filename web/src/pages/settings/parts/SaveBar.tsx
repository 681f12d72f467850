import { Button, Group, Paper, Text } from '@mantine/core';
import { useT } from '../../../i18n';
import { Unsaved } from '../../../ui/Unsaved';
import classes from './parts.module.css';

interface Props {
  dirty: boolean;
  busy: boolean;
  /** What must be fixed first. */
  wrong?: string;
  onReset: () => void;
}

/** Appears once something has changed, and warns before changes are lost. */
export function SaveBar(props: Props) {
  const t = useT();
  return (
    <>
      <Unsaved when={props.dirty && !props.busy} />
      {props.dirty && (
        <Paper className={classes.bar} p="sm" shadow="md">
          <Group justify="space-between" gap="sm">
            <Text role="status">{props.wrong ?? t('settings.unsaved')}</Text>
            <Group gap="xs">
              <Button variant="default" onClick={props.onReset} disabled={props.busy}>
                {t('settings.reset')}
              </Button>
              <Button type="submit" loading={props.busy} disabled={props.wrong !== undefined}>
                {t('common.save')}
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
    </>
  );
}
