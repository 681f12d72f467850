import { ActionIcon, Button, CloseButton, Group, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconPlus, IconSearch } from '@tabler/icons-react';
import { type Ref, useEffect, useState } from 'react';
import { useT } from '../../i18n';
import classes from './board.module.css';
import { FacetMenu } from './Facet';
import { cleared, type Facet, facets, isFiltered, selectedValues, toggled } from './filter';
import { type Board, useBoardSearch } from './useBoard';
import { useChoices } from './useChoices';

interface Props {
  board: Board;
  searchRef: Ref<HTMLInputElement>;
  onCreate: () => void;
}

export function Toolbar(props: Props) {
  const t = useT();
  const { cards, frame } = props.board;
  const { search } = useBoardSearch();
  const [shown, setShown] = useState(false);
  const on = facets.filter((facet) => selectedValues(search, facet, frame).length > 0).length;
  const points = cards?.reduce((sum, card) => sum + card.story_points, 0) ?? 0;
  return (
    <div className={classes.toolbar}>
      <Title order={1} className={classes.heading}>
        {t('board.title')}
      </Title>
      <TextFilter searchRef={props.searchRef} />
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {on > 0 ? t('board.filtersOn', { count: on }) : t('board.filters')}
      </Button>
      <Group gap={6} className={classes.facets} data-shown={shown || undefined}>
        {facets.map((facet) => (
          <OneFacet key={facet} facet={facet} board={props.board} />
        ))}
        <Resets board={props.board} />
      </Group>
      <span className={classes.spacer} />
      {cards !== undefined && (
        <span className={classes.total}>
          {t('board.summary', {
            tickets: t('words.tickets', { count: cards.length }),
            points: t('words.points', { count: points }),
          })}
        </span>
      )}
      {frame.may.write && <Create onCreate={props.onCreate} />}
    </div>
  );
}

/** A button with a label where there is room. */
function Create(props: { onCreate: () => void }) {
  const t = useT();
  return (
    <>
      <Button visibleFrom="sm" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={props.onCreate}>
        {t('board.newTicket')}
      </Button>
      <ActionIcon hiddenFrom="sm" size={30} aria-label={t('board.newTicket')} onClick={props.onCreate}>
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}

function OneFacet(props: { facet: Facet; board: Board }) {
  const { facet } = props;
  const { frame } = props.board;
  const t = useT();
  const { search, change } = useBoardSearch();
  const choices = useChoices(frame, facet);
  if (choices.length === 0) return null;
  return (
    <FacetMenu
      label={t(`board.facet_${facet}`)}
      choices={choices}
      chosen={selectedValues(search, facet, frame)}
      onToggle={(value) => change({ [facet]: toggled(search, facet, value, frame) })}
    />
  );
}

/** One click from the active sprint to all tickets and back, or to clear all filters. */
function Resets(props: { board: Board }) {
  const t = useT();
  const { search, change } = useBoardSearch();
  const { frame } = props.board;
  const active = frame.sprints.some((sprint) => sprint.status === 'active');
  const all = selectedValues(search, 'sprint', frame).length === 0;
  return (
    <>
      {active && (
        <Button size="xs" variant="subtle" onClick={() => change({ sprint: all ? undefined : ['all'] })}>
          {all ? t('board.onlyActive') : t('board.allTickets')}
        </Button>
      )}
      {isFiltered(search) && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => change(cleared)}>
          {t('common.clearFilters')}
        </Button>
      )}
    </>
  );
}

/** Debounces typing into the URL, and follows the URL when it changes elsewhere. */
function TextFilter(props: { searchRef: Ref<HTMLInputElement> }) {
  const t = useT();
  const { search, change } = useBoardSearch();
  const [text, setText] = useState(search.q ?? '');
  const write = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }, true), 150);
  useEffect(() => setText((now) => (now.trim() === (search.q ?? '') ? now : (search.q ?? ''))), [search.q]);
  const type = (next: string) => {
    setText(next);
    write(next);
  };
  return (
    <TextInput
      ref={props.searchRef}
      className={classes.search}
      size="xs"
      type="search"
      aria-label={t('board.searchLabel')}
      placeholder={t('board.searchLabel')}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        text === '' ? null : <CloseButton size="xs" aria-label={t('common.close')} onClick={() => type('')} />
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (text === '') event.currentTarget.blur();
        else type('');
      }}
    />
  );
}
