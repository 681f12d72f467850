import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useT } from '../../i18n';
import { SortList } from '../../ui/SortList';
import { AddLine } from './AddLine';
import { EditLine } from './EditLine';
import { TicketSection } from './TicketSection';
import classes from './ticket.module.css';
import { type TicketProps, useSave, useTicketFrame } from './useTicket';

const longest = 1000;

/** Acceptance criteria. */
export function Criteria({ ticket }: TicketProps) {
  const t = useT();
  const save = useSave(ticket);
  const { write } = useTicketFrame(ticket).may;
  const lines = ticket.acceptance_criteria;
  const keep = (acceptance_criteria: string[]) => save({ acceptance_criteria });
  const ids = withIds(lines);
  const items = ids.map(({ id, line }, at) => ({
    id,
    name: line,
    content: (
      <div className={classes.item}>
        <EditLine
          text={line}
          label={t('ticket.criterionEdit', { name: line })}
          field={t('ticket.criterionField')}
          maxLength={longest}
          onKeep={write ? (text) => keep(lines.with(at, text)) : undefined}
        />
        {write && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={classes.quiet}
            aria-label={t('ticket.criterionDelete', { name: line })}
            onClick={() => keep(lines.toSpliced(at, 1))}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
    ),
  }));
  const order = (wanted: string[]) => keep(wanted.map((id) => ids.find((one) => one.id === id)?.line ?? ''));
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
          label={t('ticket.criterionAdd')}
          placeholder={t('ticket.criterionPlaceholder')}
          maxLength={longest}
          onAdd={(text) => keep([...lines, text])}
        />
      )}
    </TicketSection>
  );
}

/** Gives lines stable ids that survive reordering, even if two lines are equal. */
export function withIds(lines: string[]): { id: string; line: string }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const times = (seen.get(line) ?? 0) + 1;
    seen.set(line, times);
    return { id: `${times} ${line}`, line };
  });
}
