import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Outcome } from '../../api/ticketChanges';
import { useT } from '../../i18n';
import { SortList } from '../../ui/SortList';
import { AddLine } from './AddLine';
import { EditLine } from './EditLine';
import { TicketSection } from './TicketSection';
import classes from './ticket.module.css';
import { useEdited, withEdited } from './useEdited';
import { type TicketProps, useSaveCurrent, useTicketFrame } from './useTicket';

const longest = 1000;

/** Acceptance criteria. */
export function Criteria({ ticket }: TicketProps) {
  const t = useT();
  const save = useSaveCurrent(ticket);
  const { write } = useTicketFrame(ticket).may;
  const drafts = `${ticket.uuid}.criterion.`;
  const { shown: lines, setEditing } = useEdited(withIds(ticket.acceptance_criteria), drafts, lineOf);
  const change = (edit: (lines: Line[]) => Line[], outcome?: Outcome) =>
    save((now) => ({ acceptance_criteria: edit(withIds(now.acceptance_criteria)).map(({ line }) => line) }), outcome);
  const items = lines.map(({ id, line }) => ({
    id,
    name: line,
    content: (
      <div className={classes.item}>
        <EditLine
          name={drafts + id}
          text={line}
          label={t('ticket.criterionEdit', { name: line })}
          field={t('ticket.criterionField')}
          maxLength={longest}
          onKeep={write ? (text, outcome) => change((now) => renamed(now, id, text), outcome) : undefined}
          onEditing={(editing) => setEditing({ id, line }, editing)}
        />
        {write && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={classes.quiet}
            aria-label={t('ticket.criterionDelete', { name: line })}
            onClick={() => {
              setEditing({ id, line }, false);
              change((now) => now.filter((one) => one.id !== id));
            }}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
    ),
  }));
  const order = (wanted: string[]) => change((now) => inOrder(now, wanted));
  return (
    <TicketSection id="criteria" title={t('ticket.criteria')}>
      {lines.length === 0 && !write && (
        <Text c="dimmed" size="sm">
          {t('ticket.criteriaNone')}
        </Text>
      )}
      {items.length > 0 && <SortList label={t('ticket.criteria')} items={items} onOrder={write ? order : undefined} />}
      {write && (
        <AddLine
          name={`${ticket.uuid}.new criterion`}
          label={t('ticket.criterionAdd')}
          placeholder={t('ticket.criterionPlaceholder')}
          maxLength={longest}
          onAdd={(line, onLost) => change((now) => [...now, { id: '', line }], { onLost })}
        />
      )}
    </TicketSection>
  );
}

interface Line {
  id: string;
  line: string;
}

/** Lines with one of them reworded. If somebody else has reworded it in the meantime, both versions stay. */
export function renamed(lines: Line[], id: string, line: string): Line[] {
  return withEdited(lines, [{ id, line }]).map((one) => (one.id === id ? { id, line } : one));
}

/** Lines in the order of ids; a line that is not among them goes last. */
export function inOrder(lines: Line[], ids: string[]): Line[] {
  const place = ({ id }: Line) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return lines.toSorted((a, b) => place(a) - place(b));
}

/** The line that had an id. */
const lineOf = (id: string): Line => ({ id, line: id.slice(id.indexOf(' ') + 1) });

/** Gives lines stable ids that survive reordering, even if two lines are equal. */
export function withIds(lines: string[]): Line[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const times = (seen.get(line) ?? 0) + 1;
    seen.set(line, times);
    return { id: `${times} ${line}`, line };
  });
}
