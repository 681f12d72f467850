import type { Card } from '../../api/types.gen';
import { useT } from '../../i18n';
import { useCommands, useShortcuts } from '../../shell/registry';
import type { BacklogState } from './context';
import type { Field } from './fields';

/** The page's shortcuts; they act on the focused row or on the selection. */
export function useKeys(ctx: BacklogState, shown: readonly Card[]): void {
  const t = useT();
  const act = (run: (card: Card, row: HTMLElement) => void) => () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-card]');
    const card = shown.find((one) => one.uuid === row?.dataset.card);
    if (row && card) run(card, row);
  };
  const pick = (field: Field) =>
    act((card, row) =>
      ctx.pick(field, ctx.targets(card), row.querySelector<HTMLElement>(`[data-field="${field}"]`) ?? focusIn(row)),
    );
  const create = () => ctx.ask({ kind: 'create' });
  const add = () => document.querySelector<HTMLInputElement>('[data-add="backlog"]')?.focus();
  const writing = [
    { keys: 'c', label: t('backlog.keyAdd'), run: add },
    { keys: 'n', label: t('sprint.createTitle'), run: create },
    { keys: 'x', label: t('backlog.keySelect'), run: act((card) => ctx.select(card, false)) },
    { keys: 'e', label: t('backlog.rename'), run: act((card) => ctx.setEditing(card.uuid)) },
    { keys: 'm', label: t('backlog.moveTo'), run: pick('sprint') },
    { keys: 's', label: t('backlog.pick_status'), run: pick('status') },
    { keys: 'p', label: t('backlog.pick_priority'), run: pick('priority') },
    { keys: 'a', label: t('backlog.pick_assignee'), run: pick('assignee') },
    { keys: 'v', label: t('backlog.pick_points'), run: pick('points') },
    { keys: 't', label: t('backlog.pick_tags'), run: pick('tags') },
    {
      keys: 'delete',
      label: t('backlog.deleteOne'),
      run: act((card) => ctx.ask({ kind: 'delete', cards: ctx.targets(card) })),
    },
    { keys: 'Alt+↑/↓', label: t('backlog.keyUp'), run: () => undefined }, // rows handle this themselves
    { keys: 'escape', label: t('backlog.clearChosen'), run: () => ctx.selectAll([]) },
    { keys: 'mod+z', label: t('common.undo'), run: ctx.changes.undo },
  ];
  useShortcuts(ctx.mayWrite ? writing : []);
  useCommands(ctx.mayWrite ? [{ id: 'create-sprint', label: t('sprint.createTitle'), run: create }] : []);
}

const focusIn = (row: HTMLElement): HTMLElement => row.querySelector<HTMLElement>('[data-title]') ?? row;
