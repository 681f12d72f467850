import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FinancePage } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { showValue } from '../../ui/indicators';
import { ScrollBox } from '../../ui/ScrollBox';
import { Section } from '../../ui/Section';
import classes from './finance.module.css';

/** The cost at completion by each usual method; each number links to its explanation. */
export function EstimateTable({
  project,
  page,
  asOf,
}: {
  project: string;
  page: FinancePage;
  asOf: string | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const { estimates, finance } = page;
  if (estimates === null || finance.bac === null) return null;
  const money = (value: number | null) => showValue(format, 'money', value);
  return (
    <Section title={t('finance.estimates')} text={t('finance.estimatesText')}>
      <ScrollBox className={classes.scroll} label={t('charts.tableOf', { title: t('finance.estimates') })}>
        <Table className={`figures ${classes.compared}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('finance.method')}</Table.Th>
              <Table.Th scope="col">{t('indicators.eac')}</Table.Th>
              <Table.Th scope="col">{t('indicators.vac')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {estimates.eac.map(({ method, name, eac, vac, chosen }) => (
              <Table.Tr key={method} data-method={method} data-chosen={chosen || undefined}>
                <Table.Th scope="row">
                  {t(`finance.method_${method}`)} {chosen && <Badge variant="light">{t('finance.chosen')}</Badge>}
                  <br />
                  <small>{t(`finance.method_${method}_text`)}</small>
                </Table.Th>
                <Table.Td>
                  <Link
                    to="/projects/$project/finance/$indicator"
                    params={{ project, indicator: name }}
                    search={{ as_of: asOf }}
                  >
                    {money(eac)}
                  </Link>
                </Table.Td>
                <Table.Td>{money(vac)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Section>
  );
}
