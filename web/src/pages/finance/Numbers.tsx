import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Estimates, Finance, IndexHealth } from '../../api/types.gen';
import { useT } from '../../i18n';
import { CopyButton } from '../../ui/CopyButton';
import { HealthDot } from '../../ui/HealthDot';
import {
  type Explainable,
  type FieldGroup,
  groupTexts,
  isIndicator,
  useIndicators,
  whyUnknown,
} from '../../ui/indicators';
import classes from './finance.module.css';

interface Props {
  project: string;
  finance: Finance;
  estimates: Estimates | null;
  health: IndexHealth;
  asOf: string | undefined;
  seesCost: boolean;
  groups: readonly FieldGroup[];
  /** One per row. */
  wide?: boolean;
  children?: ReactNode;
}

/** The indicators, each linked to its explanation. */
export function NumberGroups(props: Props) {
  const t = useT();
  return (
    <div className={classes.groups}>
      {props.groups.map(({ group, fields }) => {
        const { title, text } = groupTexts(t, group, props.seesCost);
        return (
          <section key={group} className={classes.group} data-wide={props.wide} aria-label={title}>
            <Title order={2}>{title}</Title>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
            <ul className={classes.tiles}>
              {fields.map((field) => (
                <Fragment key={field}>
                  <Tile {...props} field={field} value={props.finance[field]} />
                  {field === 'cpi' && props.estimates && (
                    <Tile {...props} field="cpi_all_in" value={props.estimates.cpi_all_in} />
                  )}
                </Fragment>
              ))}
            </ul>
          </section>
        );
      })}
      {props.children}
    </div>
  );
}

function Tile({ project, finance, health, asOf, field, value }: Props & { field: Explainable; value: number | null }) {
  const t = useT();
  const { of, show } = useIndicators();
  const { label, name, text } = of(field);
  const unknown = value === null ? t(`indicators.why_${whyUnknown(field, finance.bac === null)}`) : null;
  return (
    <li>
      <Link
        className={classes.tile}
        title={text}
        to="/projects/$project/finance/$indicator"
        params={{ project, indicator: field }}
        search={{ as_of: asOf }}
      >
        <span className={classes.label}>
          {label}
          {(field === 'cpi' || field === 'spi') && <HealthDot health={health[field]} quiet />}
        </span>
        <b className={`figures ${classes.value}`} {...{ [isIndicator(field) ? 'data-field' : 'data-estimate']: field }}>
          {show(field, value)}
        </b>
        <small>{unknown ?? name}</small>
      </Link>
    </li>
  );
}

/** The project's uuid, the first field of the API. */
export function Identifier({ finance }: { finance: Finance }) {
  const t = useT();
  return (
    <Text size="sm" c="dimmed" component="div" className={classes.identifier}>
      {t('finance.identifier')}
      <code data-field="project_uuid">{finance.project_uuid}</code>
      <CopyButton compact value={finance.project_uuid} />
    </Text>
  );
}
