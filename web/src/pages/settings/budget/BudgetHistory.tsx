import { Button, Text } from '@mantine/core';
import { firstDay } from '../../../api/members';
import type { BudgetHistory as History, PastBudget } from '../../../api/types.gen';
import { none, useFormat, useT } from '../../../i18n';
import { ScrollBox } from '../../../ui/ScrollBox';
import { Section } from '../../../ui/Section';
import classes from './Figures.module.css';

interface Props {
  history: History;
  /** Copies a row into the form; omitted for those who cannot change the budget. */
  onEdit?: (row: PastBudget) => void;
}

/** The budgets over time, latest first, with the reason and the author of each. */
export function BudgetHistory({ history, onEdit }: Props) {
  const t = useT();
  return (
    <Section title={t('settings.budgetHistory')} text={t('settings.budgetHistoryText')}>
      <ScrollBox className={classes.scroll} label={t('charts.tableOf', { title: t('settings.budgetHistory') })}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('settings.budgetSince')}</th>
              <th scope="col">{t('settings.budget')}</th>
              <th scope="col">{t('settings.contingency')}</th>
              <th scope="col" data-text>
                {t('settings.budgetReason')}
              </th>
              <th scope="col" data-text>
                {t('settings.budgetAuthor')}
              </th>
              {onEdit && <td />}
            </tr>
          </thead>
          <tbody className="figures">
            {history.budgets.map((row) => (
              <Row key={row.from} row={row} onEdit={onEdit} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {history.more && (
        <Text size="sm" c="dimmed">
          {t('settings.budgetMore', { count: history.budgets.length })}
        </Text>
      )}
    </Section>
  );
}

function Row({ row, onEdit }: { row: PastBudget; onEdit?: (row: PastBudget) => void }) {
  const t = useT();
  const format = useFormat();
  const since = row.from === firstDay ? t('settings.rateStart') : format.date(row.from);
  return (
    <tr>
      <th scope="row">{since}</th>
      <td>{row.budget === null ? t('settings.budgetNone') : format.price(row.budget)}</td>
      <td>{format.percent(row.contingency_pct / 100, 2)}</td>
      <td data-text>{row.reason === '' ? none : row.reason}</td>
      <td data-text>
        {row.user ?? none}
        <Text span size="sm" c="dimmed" className={classes.hint}>
          {format.dateTime(row.set_at)}
        </Text>
      </td>
      {onEdit && (
        <td>
          {row.from !== firstDay && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('settings.budgetEditOf', { day: since })}
              onClick={() => onEdit(row)}
            >
              {t('settings.budgetEdit')}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}
