import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDatabaseExport, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { backupFile, backupKey, backupQuery, cancelBackup, startBackup } from '../../api/admin';
import type { Backup, LastBackup } from '../../api/types.gen';
import { useFormat, useLanguage, useT } from '../../i18n';
import { bytesText } from '../../ui/bytes';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';
import { ErrorState } from '../../ui/State';
import { shareOf } from './progress';

export function BackupSection() {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const backup = useQuery(backupQuery);
  const show = (job: Backup) =>
    client.setQueryData<LastBackup>(backupKey, (known) => ({ lacks_files: false, ...known, backup: job }));
  const starting = useMutation({
    mutationFn: startBackup,
    onSuccess: show,
    onError: (error) => {
      notify.failed(error, t('health.notStarted'));
      void client.invalidateQueries({ queryKey: backupKey });
    },
  });
  const cancelling = useMutation({
    mutationFn: cancelBackup,
    onSuccess: show,
    onError: () => void client.invalidateQueries({ queryKey: backupKey }),
  });
  const job = backup.data?.backup ?? null;
  const busy = job?.state === 'running';
  const start = (
    <Button
      variant={job?.state === 'ready' ? 'default' : 'filled'}
      leftSection={<IconDatabaseExport size={18} aria-hidden />}
      loading={starting.isPending}
      disabled={busy}
      onClick={() => starting.mutate()}
    >
      {t('health.start')}
    </Button>
  );
  return (
    <Section title={t('health.backup')} text={t('health.backupText')} action={start}>
      {backup.isError && <ErrorState error={backup.error} onRetry={() => void backup.refetch()} />}
      {backup.data?.lacks_files && (
        <Alert color="amber" role="note" title={t('health.filesElsewhere')}>
          {t('health.filesElsewhereText')}
        </Alert>
      )}
      {job && <Job job={job} busy={cancelling.isPending} onCancel={() => cancelling.mutate(job.id)} />}
    </Section>
  );
}

interface Props {
  job: Backup;
  busy: boolean;
  onCancel: () => void;
}

function Job(props: Props) {
  if (props.job.state === 'running') return <Running {...props} />;
  if (props.job.state === 'ready') return <Ready {...props} />;
  return <Over job={props.job} />;
}

function Running({ job, busy, onCancel }: Props) {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const share = shareOf(job);
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={share * 100} aria-label={t('health.progress')} />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm" className="figures">
          {t('health.written', { share: format.percent(share), bytes: bytesText(job.bytes, language) })}
        </Text>
        <Button variant="default" size="xs" loading={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

function Ready({ job, busy, onCancel }: Props) {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const until = job.expires_at === null ? '' : format.dateTime(job.expires_at);
  return (
    <Alert color="green" title={t('health.ready', { size: bytesText(job.bytes, language) })} role="status">
      <Stack gap="sm">
        <Text size="sm">{t('health.readyText', { until })}</Text>
        <Group gap="xs">
          <Button
            component="a"
            href={backupFile(job.id)}
            download
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('common.download')}
          </Button>
          <Button variant="default" size="sm" loading={busy} onClick={onCancel}>
            {t('health.discard')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Over({ job }: { job: Backup }) {
  const t = useT();
  if (job.state === 'running' || job.state === 'ready') return null;
  return (
    <Alert color={job.state === 'failed' ? 'red' : 'gray'} role="status">
      {t(`health.over_${job.state}`)}
    </Alert>
  );
}
