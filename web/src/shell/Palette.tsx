import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isSearchable, searchQuery } from '../api/search';
import { useT } from '../i18n';
import { isTicketKey } from '../ticketKeys';
import { TicketKey } from '../ui/TicketKey';
import classes from './Palette.module.css';
import { type Item, itemsOf } from './palette';
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

function useItems(query: string, onClose: () => void): Item[] {
  const commands = useRegisteredActions().commands();
  const current = useCurrentProject();
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(query, 150);
  const where = isTicketKey(settled.trim()) ? null : (current?.uuid ?? null); // a key may name a ticket of another project
  const found = useQuery({ ...searchQuery(settled.trim(), where), placeholderData: keepPreviousData });
  const items = itemsOf(commands, query, isSearchable(query) ? found.data : undefined, {
    ticket: (ticket) => void navigate({ to: '/tickets/$ticket', params: { ticket } }),
    project: (project) => void navigate({ to: '/projects/$project/board', params: { project } }),
  });
  return items.map((item) => ({
    ...item,
    run: () => {
      onClose();
      item.run();
    },
  }));
}

function Finder(props: { onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const items = useItems(query, props.onClose);
  const chosen = Math.min(at, items.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + items.length) % Math.max(1, items.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      items[chosen]?.run();
    }
  };
  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        className={classes.field}
        leftSection={<IconSearch size={20} aria-hidden />}
        placeholder={t('shell.paletteHint')}
        aria-label={t('shell.paletteTitle')}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Listing id={id} items={items} chosen={chosen} onPoint={setAt} />
      {items.length === 0 && (
        <Text c="dimmed" ta="center" py="lg" role="status">
          {t('shell.paletteEmpty', { query })}
        </Text>
      )}
    </>
  );
}

function Listing(props: { id: string; items: Item[]; chosen: number; onPoint: (index: number) => void }) {
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
            onMouseMove={() => props.onPoint(index)}
          >
            <TicketKey value={item.key} /> {item.label}
          </div>
        </div>
      ))}
    </div>
  );
}
