import { Menu } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconCheck,
  IconDots,
  IconExternalLink,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import { useRef } from 'react';
import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import classes from './card.module.css';
import { useBoardActions } from './context';

/** Mounted only while open, because a board has many cards. */
export function CardMenu(props: { card: Card }) {
  const { card } = props;
  const t = useT();
  const world = useBoardActions();
  const moved = useRef(false);
  const close = () => {
    world.openMenu(null);
    if (!moved.current) world.focus(card.uuid, card.status);
  };
  const { write } = world.frame.may;
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-end"
      returnFocus={false}
      width={220}
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#main' }}
    >
      <Menu.Target>
        <button type="button" className={classes.menu} aria-label={t('common.actionsFor', { title: card.title })}>
          <IconDots size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconExternalLink size={16} aria-hidden />} onClick={() => world.open(card.uuid)}>
          {t('common.open')}
        </Menu.Item>
        {write && <Moves card={card} onMove={() => (moved.current = true)} />}
        {write && <Ends card={card} />}
        {write && <Others card={card} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function Moves(props: { card: Card; onMove: () => void }) {
  const { card } = props;
  const t = useT();
  const words = useWords();
  const world = useBoardActions();
  return (
    <>
      <Menu.Label>{t('board.moveTo')}</Menu.Label>
      {world.frame.statuses.map((status) => (
        <Menu.Item
          key={status.key}
          disabled={status.key === card.status}
          leftSection={
            status.key === card.status ? <IconCheck size={16} aria-hidden /> : <IconArrowRight size={16} aria-hidden />
          }
          onClick={() => {
            props.onMove();
            world.move(card, status);
            world.focus(card.uuid, status.key);
          }}
        >
          {words.status(status)}
        </Menu.Item>
      ))}
    </>
  );
}

/** What a drag does, for fingers and for those who do not drag. */
function Ends(props: { card: Card }) {
  const t = useT();
  const world = useBoardActions();
  const isManual = world.filter.order === undefined;
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconArrowBarToUp size={16} aria-hidden />}
        onClick={() => world.toEnd(props.card, 'top')}
      >
        {t('common.toTop')}
      </Menu.Item>
      {isManual && (
        <>
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            onClick={() => world.step(props.card.uuid, -1)}
          >
            {t('common.moveUp')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} aria-hidden />}
            onClick={() => world.step(props.card.uuid, 1)}
          >
            {t('common.moveDown')}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<IconArrowBarToDown size={16} aria-hidden />}
        onClick={() => world.toEnd(props.card, 'bottom')}
      >
        {t('common.toBottom')}
      </Menu.Item>
    </>
  );
}

function Others(props: { card: Card }) {
  const { card } = props;
  const t = useT();
  const world = useBoardActions();
  return (
    <>
      <Menu.Divider />
      {card.assignee_id !== world.frame.me && (
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          onClick={() => world.save(card, { assignee_id: world.frame.me })}
        >
          {t('board.assignMe')}
        </Menu.Item>
      )}
      <Menu.Item
        color="var(--app-red)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => world.remove(card)}
      >
        {t('common.delete')}
      </Menu.Item>
    </>
  );
}
