import { Text, Title } from '@mantine/core';
import type { Finance } from '../../api/types.gen';
import { useT } from '../../i18n';
import { groups, type IndicatorGroup, useIndicators } from '../../ui/indicators';
import classes from './guide.module.css';

/** The order in which the guide introduces the groups: work, money, both combined, outlook. */
const order: readonly IndicatorGroup[] = ['points', 'budget', 'value', 'performance', 'outlook'];

const fieldsOf = (group: IndicatorGroup): readonly (keyof Finance)[] => {
  const fields = groups.find((each) => each.group === group)?.fields ?? [];
  return group === 'points' ? ['project_uuid', ...fields] : fields;
};

/** Every field of the API's finance response, each with its own anchor. */
export function Fields() {
  const t = useT();
  return order.map((group) => (
    <section key={group} aria-labelledby={`group-${group}`}>
      <Title order={2} id={`group-${group}`} className={classes.heading}>
        {t(`indicators.group_${group}`)}
      </Title>
      <Text c="dimmed">{t(`indicators.group_${group}_text`)}</Text>
      {fieldsOf(group).map((field) => (
        <Field key={field} field={field} />
      ))}
    </section>
  ));
}

function Field(props: { field: keyof Finance }) {
  const t = useT();
  const { label, name, text } = useIndicators().of(props.field);
  return (
    <article id={props.field} className={classes.field} aria-labelledby={`${props.field}-name`}>
      <Title order={3} id={`${props.field}-name`}>
        {label === name ? name : `${label} · ${name}`}
      </Title>
      <Text>{text}</Text>
      <dl className={classes.facts}>
        <dt>{t('guide.how')}</dt>
        <dd>{t(`guide.${props.field}_how`)}</dd>
        <dt>{t('guide.say')}</dt>
        <dd>{t(`guide.${props.field}_say`)}</dd>
        <dt>{t('guide.field')}</dt>
        <dd>
          <code>{props.field}</code>
        </dd>
      </dl>
    </article>
  );
}
