import { Button, Checkbox, Group, Popover, ScrollArea, Stack, Switch, Text } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { cleared, isFiltered } from '../../api/cardSearch';
import { type Frame, priorityValues } from '../../api/types.gen';
import { type Translate, useT } from '../../i18n';
import { useWords, type Words } from '../../i18n/words';
import { SearchField } from '../../ui/SearchField';
import classes from './backlog.module.css';
import { type BacklogSearch, type Facet, facets } from './search';

/** Filters live in the URL, so a view can be shared. */
export function Filters({ frame }: { frame: Frame }) {
  const t = useT();
  const words = useWords();
  const search = useSearch({ from: '/app/projects/$project/backlog' });
  const set = useSet();
  return (
    <Group gap={6} className={classes.filters}>
      <SearchField
        size="xs"
        width="0 0 200px"
        label={t('backlog.search')}
        value={search.q ?? ''}
        onChange={(q) => set({ q: q || undefined })}
      />
      {facets.map((facet) => (
        <FacetFilter
          key={facet}
          label={t(`backlog.filter_${facet}`)}
          options={optionsOf(facet, frame, t, words)}
          values={search[facet] ?? []}
          onChange={(values) => set({ [facet]: values.length > 0 ? values : undefined })}
        />
      ))}
      <Switch
        size="sm"
        label={t('backlog.showDone')}
        checked={search.done === 'true'}
        onChange={(event) => set({ done: event.currentTarget.checked ? 'true' : undefined })}
      />
      {isFiltered(search) && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => set(cleared)}
        >
          {t('common.clearFilters')}
        </Button>
      )}
    </Group>
  );
}

function useSet(): (change: BacklogSearch) => void {
  const navigate = useNavigate();
  return (change) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
}

interface Option {
  value: string;
  label: string;
}

function optionsOf(facet: Facet, frame: Frame, t: Translate, words: Words): Option[] {
  switch (facet) {
    case 'assignee': {
      const others = frame.members.filter((member) => member.user_id !== frame.me);
      return [
        { value: 'me', label: t('common.me') },
        { value: 'none', label: t('common.nobody') },
        ...others.map((member) => ({ value: String(member.user_id), label: member.name })),
      ];
    }
    case 'epic': {
      const epics = frame.epics.map((epic) => ({ value: epic.uuid, label: epic.title }));
      return [{ value: 'none', label: t('common.noEpic') }, ...epics];
    }
    case 'tag':
      return frame.tags.map((tag) => ({ value: tag.uuid, label: tag.name }));
    case 'priority':
      return priorityValues.map((priority) => ({ value: priority, label: words.priority(priority) }));
    case 'type':
      return frame.types.map((type) => ({ value: type.uuid, label: type.name }));
    case 'status':
      return frame.statuses.map((status) => ({ value: status.key, label: words.status(status) }));
  }
}

function FacetFilter(props: { label: string; options: Option[]; values: string[]; onChange: (v: string[]) => void }) {
  const t = useT();
  const count = props.values.length;
  if (props.options.length === 0) return null;
  return (
    <Popover position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={count > 0 ? 'light' : 'default'}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {count > 0 ? t('backlog.filterCount', { label: props.label, count }) : props.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label}>
        <Text size="sm" fw={600} mb={8}>
          {props.label}
        </Text>
        <ScrollArea.Autosize mah={300}>
          <Checkbox.Group value={props.values} onChange={props.onChange} aria-label={props.label}>
            <Stack gap={8}>
              {props.options.map((option) => (
                <Checkbox key={option.value} size="sm" value={option.value} label={option.label} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
