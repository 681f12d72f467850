import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Outcome } from '../../api/ticketChanges';
import { readDraft, writeDraft } from '../../drafts';
import { useT } from '../../i18n';
import { SortList } from '../../ui/SortList';
import { useDraftOwner } from '../../ui/useDraft';
import { AddLine } from './AddLine';
import { inOrder, type Line, lineOf, reworded, successor, withIds } from './criteria';
import { EditLine } from './EditLine';
import { TicketSection } from './TicketSection';
import classes from './ticket.module.css';
import { useEdited } from './useEdited';
import { type TicketProps, useSaveCurrent, useTicketFrame } from './useTicket';

const longest = 1000;

/** Acceptance criteria. */
export function Criteria({ ticket }: TicketProps) {
  const t = useT();
  const save = useSaveCurrent(ticket);
  const { write } = useTicketFrame(ticket).may;
  const drafts = `${ticket.uuid}.criterion.`;
  const began = useBegan(`${ticket.uuid}.criteria before `, ticket.acceptance_criteria);
  const stored = withIds(ticket.acceptance_criteria);
  const { shown: lines, setEditing } = useEdited(stored, drafts, lineOf, (id) => successor(began.read(id), stored, id));
  const change = (edit: (lines: Line[]) => Line[], outcome?: Outcome) =>
    save((now) => ({ acceptance_criteria: edit(withIds(now.acceptance_criteria)).map(({ line }) => line) }), outcome);
  const reword = (id: string, seen: string, line: string, outcome: Outcome) => {
    const rewording = { id, earlier: began.read(id), seen, line };
    try {
      change((now) => reworded(now, rewording), outcome);
    } catch {
      // The page already has the other version, and shows it.
    }
  };
  const items = lines.map(({ id, line, at }) => ({
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
          onKeep={write ? (text, outcome) => reword(id, line, text, outcome) : undefined}
          onEditing={(editing) => {
            if (editing) began.write(id);
            setEditing({ id, line }, editing);
          }}
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
              change((now) => now.filter((one) => one.id !== at));
            }}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
    ),
  }));
  const order = (wanted: string[]) => {
    const ids = wanted.map((id) => lines.find((line) => line.id === id)?.at ?? id);
    change((now) => inOrder(now, ids));
  };
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

/** Keeps the whole list as it was when the editing of a line began, to find that line again when others have changed the list. */
function useBegan(name: string, lines: string[]) {
  const owner = useDraftOwner();
  return {
    read: (id: string): string[] => JSON.parse(readDraft(owner, name + id) ?? '[]'),
    write: (id: string) => {
      if (withIds(lines).some((line) => line.id === id)) writeDraft(owner, name + id, JSON.stringify(lines));
    },
  };
}
