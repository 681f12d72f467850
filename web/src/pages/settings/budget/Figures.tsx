import { Text } from '@mantine/core';
import type { BudgetFigures, BudgetPreview } from '../../../api/types.gen';
import { none, useFormat, useT } from '../../../i18n';
import classes from './Figures.module.css';
import { type Figure, figures, isIndex } from './list';

/** Each indicator now, and after the change if it differs. */
export function Figures(props: { preview: BudgetPreview; changed: boolean }) {
  const t = useT();
  const { now, then } = props.preview;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('settings.figure')}</th>
          <th scope="col">{t('settings.now')}</th>
          {props.changed && <th scope="col">{t('settings.afterwards')}</th>}
        </tr>
      </thead>
      <tbody className="figures">
        {figures.map((figure) => (
          <Row key={figure} figure={figure} now={now} then={props.changed ? then : null} />
        ))}
      </tbody>
    </table>
  );
}

function Row(props: { figure: Figure; now: BudgetFigures; then: BudgetFigures | null }) {
  const t = useT();
  const show = useShow(props.figure);
  const now = show(props.now[props.figure]);
  const then = props.then && show(props.then[props.figure]);
  return (
    <tr>
      <th scope="row">
        {t(`settings.fig_${props.figure}`)}
        <Text span size="sm" c="dimmed" className={classes.hint}>
          {t(`settings.fig_${props.figure}_text`)}
        </Text>
      </th>
      <td>{now}</td>
      {then !== null && <td data-changed={then !== now || undefined}>{then === now ? t('settings.same') : then}</td>}
    </tr>
  );
}

function useShow(figure: Figure): (value: number | null) => string {
  const format = useFormat();
  return (value) => {
    if (value === null) return none;
    return isIndex(figure) ? format.ratio(value) : format.money(value);
  };
}
