import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { portfolioQuery } from '../../api/portfolio';
import { useFormat, useT } from '../../i18n';
import { containsWords } from '../../searchWords';
import { ErrorState, Loading } from '../../ui/State';
import classes from './portfolio.module.css';

interface Props {
  names: string[] | undefined;
  onClose: () => void;
}

/** Offers only projects whose cost the reader can see. */
export function PickProjects(props: Props) {
  const t = useT();
  const projects = useQuery(portfolioQuery());
  return (
    <Modal opened onClose={props.onClose} title={t('portfolio.pickTitle')} size="lg">
      {projects.isPending && <Loading rows={5} height={32} />}
      {projects.isError && projects.data === undefined && (
        <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {projects.data && <Choice {...props} projects={projects.data.rows} />}
    </Modal>
  );
}

function Choice(props: Props & { projects: readonly { uuid: string; name: string }[] }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => new Set(props.names ?? props.projects.map((one) => one.uuid)));
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const shown = props.projects
    .filter((one) => containsWords(one.name, wanted))
    .sort((a, b) => format.compare(a.name, b.name));
  const picked = props.projects.filter((one) => chosen.has(one.uuid));
  const mark = (uuids: string[], on: boolean) => {
    const next = new Set(chosen);
    for (const uuid of uuids) on ? next.add(uuid) : next.delete(uuid);
    setChosen(next);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const all = picked.length === props.projects.length;
    const projects = all ? undefined : picked.map((one) => one.uuid).join(',');
    void navigate({ to: '/portfolio', search: (old) => ({ ...old, projects }) });
    props.onClose();
  };
  return (
    <form onSubmit={apply}>
      <Group gap="xs" mb="xs">
        <TextInput
          flex="1 1 12rem"
          type="search"
          data-autofocus
          aria-label={t('projects.search')}
          placeholder={t('projects.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => mark(uuidsOf(shown), true)}>
          {t('portfolio.selectAll')}
        </Button>
        <Button variant="default" onClick={() => mark(uuidsOf(shown), false)}>
          {t('portfolio.selectNone')}
        </Button>
      </Group>
      <ul className={classes.choices} aria-label={t('portfolio.pickTitle')}>
        {shown.map((one) => (
          <li key={one.uuid}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(one.uuid)}
                onChange={(event) => mark([one.uuid], event.currentTarget.checked)}
              />
              {one.name}
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <Text c="dimmed" py="sm">
          {t('projects.noneFound', { query: typed })}
        </Text>
      )}
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed" role="status">
          {picked.length === 0 ? t('portfolio.pickOne') : t('portfolio.chosen', { count: picked.length })}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={picked.length === 0}>
            {t('portfolio.show')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

const uuidsOf = (list: readonly { uuid: string }[]): string[] => list.map((one) => one.uuid);
