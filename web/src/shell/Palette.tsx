import { Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isSearchable } from '../api/search';
import { useT } from '../i18n';
import { isTicketKey } from '../ticketKeys';
import { TicketKey } from '../ui/TicketKey';
import { type Search, useSearch } from '../ui/useSearch';
import classes from './Palette.module.css';
import { chosenAt, type Item, itemsOf } from './palette';
import { useRegisteredActions } from './registry';
import { useCurrentProject } from './useCurrentProject';

/** Finds tickets, projects and commands. */
export function Palette(props: { opened: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal.Root opened={props.opened} onClose={props.onClose} size={600} yOffset="12vh">
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={t('shell.paletteTitle')}>
        <Modal.Body p={0}>
          <Finder onClose={props.onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useItems(query: string, onClose: () => void): { items: Item[]; search: Search } {
  const commands = useRegisteredActions().commands();
  const current = useCurrentProject();
  const navigate = useNavigate();
  const where = isTicketKey(query.trim()) ? null : (current?.uuid ?? null); // a key may name a ticket of another project
  const search = useSearch(query, where);
  const items = itemsOf(commands, query, search.found, {
    ticket: (ticket) => void navigate({ to: '/tickets/$ticket', params: { ticket } }),
    project: (project) => void navigate({ to: '/projects/$project/board', params: { project } }),
  });
  const closing = (item: Item): Item => ({
    ...item,
    run: () => {
      onClose();
      item.run();
    },
  });
  return { items: items.map(closing), search };
}

/** The query, its results, the chosen one, and what the keys do. */
function useFinder(onClose: () => void) {
  const [query, setQuery] = useState('');
  const [selected, select] = useState<string | null>(null);
  const [entered, setEntered] = useState(false); // Enter waits for the results
  const { items, search } = useItems(query, onClose);
  const chosen = chosenAt(items, selected, query, search.searching);
  useEffect(() => {
    if (!entered || search.searching) return;
    setEntered(false);
    if (search.found !== undefined) items[0]?.run();
  });
  const type = (text: string) => {
    setQuery(text);
    select(null);
    setEntered(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: chosen + 1, ArrowUp: Math.max(chosen, 0) - 1 }[event.key];
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next !== undefined) select(items.at(next % items.length)?.id ?? null);
    else items[chosen]?.run();
    setEntered(next === undefined && chosen < 0);
  };
  return { query, type, items, search, chosen, select, onKeyDown };
}

function Finder(props: { onClose: () => void }) {
  const t = useT();
  const id = useId();
  const inProject = useCurrentProject() !== null;
  const { query, type, items, search, chosen, select, onKeyDown } = useFinder(props.onClose);
  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        className={classes.field}
        leftSection={<IconSearch size={20} aria-hidden />}
        placeholder={inProject ? t('shell.paletteHintProject') : t('shell.paletteHint')}
        aria-label={t('shell.paletteTitle')}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        data-autofocus
        value={query}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Listing id={id} items={items} chosen={chosen} onPoint={select} />
      <Status note={search.note} query={query} empty={items.length === 0} />
    </>
  );
}

function Status(props: { note: string | undefined; query: string; empty: boolean }) {
  const t = useT();
  const { note, query, empty } = props;
  const nothing = isSearchable(query) ? t('shell.paletteEmpty', { query }) : t('shell.paletteShort');
  if (note === undefined && !empty) return null;
  return (
    <Text c="dimmed" ta="center" py={empty ? 'lg' : 'sm'} px="md" role="status">
      {note ?? nothing}
    </Text>
  );
}

function Listing(props: { id: string; items: Item[]; chosen: number; onPoint: (id: string) => void }) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${props.chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [props.chosen]);
  return (
    <div ref={list} id={props.id} role="listbox" aria-label={t('shell.paletteTitle')} className={classes.list}>
      {props.items.map((item, index) => (
        <div key={item.id} role="presentation">
          {item.group !== props.items[index - 1]?.group && (
            <div className={classes.group} role="presentation">
              {t(`shell.${item.group}`)}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys */}
          <div
            id={`${props.id}-${index}`}
            data-index={index}
            role="option"
            tabIndex={-1}
            aria-selected={index === props.chosen}
            className={classes.item}
            onClick={item.run}
            onMouseMove={() => props.onPoint(item.id)}
          >
            <TicketKey value={item.key} /> {item.label}
          </div>
        </div>
      ))}
    </div>
  );
}
