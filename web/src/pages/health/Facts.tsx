import { Progress, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InstanceHealth } from '../../api/types.gen';
import { none, useFormat, useLanguage, useT } from '../../i18n';
import { bytesText } from '../../ui/bytes';
import { Section } from '../../ui/Section';
import classes from './health.module.css';

export function Facts({ health }: { health: InstanceHealth }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Database health={health} />
      <Server health={health} />
    </SimpleGrid>
  );
}

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function Database({ health }: { health: InstanceHealth }) {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const { database } = health;
  return (
    <Section title={t('health.database')}>
      <dl className={classes.facts}>
        <Fact label={t('health.engine')}>
          {engines[health.engine]} {database.version}
        </Fact>
        <Fact label={t('health.latency')}>{t('health.ms', { ms: format.number(database.latency_ms, 1) })}</Fact>
        <Fact label={t('health.size')}>{bytesText(database.size_bytes, language)}</Fact>
        <Fact label={t('health.schema')}>{database.schema}</Fact>
        <Fact label={t('health.disk')}>
          <Room disk={health.disk} />
        </Fact>
      </dl>
    </Section>
  );
}

function Room({ disk }: Pick<InstanceHealth, 'disk'>) {
  const t = useT();
  const { language } = useLanguage();
  if (disk === null) return t('health.diskUnknown');
  const said = t('health.diskFree', { free: bytesText(disk.free, language), total: bytesText(disk.total, language) });
  const used = disk.total === 0 ? 0 : (1 - disk.free / disk.total) * 100;
  return (
    <>
      {said}
      <Progress.Root size="sm" mt={4}>
        <Progress.Section value={used} color={used > 90 ? 'red' : 'indigo'} aria-label={t('health.diskUsed')} />
      </Progress.Root>
    </>
  );
}

function Server({ health }: { health: InstanceHealth }) {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  return (
    <Section title={t('health.server')}>
      <dl className={classes.facts}>
        <Fact label={t('health.version')}>{health.version || none}</Fact>
        <Fact label={t('health.go')}>{health.go}</Fact>
        <Fact label={t('health.started')}>
          <span title={format.dateTime(health.started_at)}>{format.relative(health.started_at)}</span>
        </Fact>
        <Fact label={t('health.memory')}>{bytesText(health.memory, language)}</Fact>
        <Fact label={t('health.sessions')}>
          {t('health.sessionsOf', { count: health.sessions, people: t('users.all', { count: health.people }) })}
        </Fact>
        <Fact label={t('health.streams')}>{format.number(health.streams)}</Fact>
      </dl>
    </Section>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="sm" c="dimmed">
        {props.label}
      </Text>
      <Text component="dd" m={0} size="sm" fw={600} className="figures">
        {props.children}
      </Text>
    </div>
  );
}
