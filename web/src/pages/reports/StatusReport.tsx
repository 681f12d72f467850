import { Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { reportAddress } from '../../api/reports';
import { useSession } from '../../api/session';
import type { Frame } from '../../api/types.gen';
import { useFormat, useLanguage, useT } from '../../i18n';
import { DayField } from '../../ui/DayField';
import { Section } from '../../ui/Section';
import classes from './reports.module.css';

/** Shows the report as it will be printed. */
export function StatusReport(props: { frame: Frame }) {
  const t = useT();
  const { language } = useLanguage();
  const { as_of: asOf } = useSearch({ from: '/app/projects/$project/reports' });
  const sheet = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState<string | null>(null);
  const address = reportAddress(props.frame.project.uuid, language, asOf);
  return (
    <Section title={t('reports.status')} text={t('reports.statusText')}>
      <Group align="flex-end" gap="sm">
        <AsOf asOf={asOf} />
        <Button
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={ready !== address}
          onClick={() => sheet.current?.contentWindow?.print()}
        >
          {t('reports.print')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('reports.open')}
        </Button>
      </Group>
      <iframe
        key={address}
        ref={sheet}
        src={address}
        title={t('reports.preview')}
        className={classes.sheet}
        onLoad={() => setReady(address)}
      />
    </Section>
  );
}

/** The report's day, kept in the URL; today by default. */
function AsOf(props: { asOf?: string }) {
  const t = useT();
  const format = useFormat();
  const { today } = useSession();
  const navigate = useNavigate({ from: '/projects/$project/reports' });
  const go = (day?: string) => void navigate({ search: { as_of: day }, replace: true });
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        <DayField label={t('reports.asOf')} value={props.asOf} onDay={go} onNone={go} />
        {props.asOf !== undefined && (
          <Button variant="subtle" onClick={() => go()}>
            {t('reports.today')}
          </Button>
        )}
      </Group>
      {props.asOf !== undefined && (
        <Text size="xs" c="dimmed">
          {t(props.asOf > today ? 'finance.asOfFuture' : 'reports.asOfText', { day: format.date(props.asOf) })}
        </Text>
      )}
    </Stack>
  );
}
