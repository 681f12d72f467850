import { Anchor, Button, Collapse, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PortfolioRow, Totals } from '../../api/types.gen';
import { none, useFormat, useT } from '../../i18n';
import { ScrollBox } from '../../ui/ScrollBox';
import { type EacParts, eacParts } from './eac';
import classes from './portfolio.module.css';

/** The EAC of the totals and the sum of the projects' EACs, why they differ, and both project by project. */
export function EacComparison({ totals, rows }: { totals: Totals; rows: readonly PortfolioRow[] }) {
  const t = useT();
  const format = useFormat();
  const [opened, { toggle }] = useDisclosure(false);
  const parts = eacParts(totals, rows);
  if (totals.eac === null || parts.sum === null || parts.parts.length < 2) return null;
  const both = { eac: format.money(totals.eac), sum: format.money(parts.sum) };
  return (
    <div className={classes.estimates}>
      <Text size="sm">
        {t('portfolio.eacBoth', both)}
        {both.eac !== both.sum && ` ${t('portfolio.eacWhy')}`}
        {parts.missing > 0 && ` ${t('portfolio.eacMissing', { count: parts.missing })}`}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.tools}
        leftSection={<IconChevronDown size={16} aria-hidden />}
        aria-expanded={opened}
        onClick={toggle}
      >
        {t(opened ? 'portfolio.eacHide' : 'portfolio.eacShow')}
      </Button>
      <Collapse expanded={opened}>{opened && <Parts {...parts} total={totals.eac} />}</Collapse>
    </div>
  );
}

function Parts({ parts, sum, total }: EacParts & { total: number }) {
  const t = useT();
  const format = useFormat();
  const money = (value: number | null) => (value === null ? none : format.money(value));
  return (
    <ScrollBox className={classes.frame} label={t('portfolio.eacTable')}>
      <Table className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('projects.name')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('portfolio.eacOwn')}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t('portfolio.eacTogether')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((part) => (
            <Table.Tr key={part.uuid}>
              <Table.Th scope="row" fw={400}>
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/projects/$project/finance/$indicator"
                      params={{ project: part.uuid, indicator: 'eac' }}
                    />
                  )}
                >
                  {part.name}
                </Anchor>
              </Table.Th>
              <Table.Td ta="right">{money(part.own)}</Table.Td>
              <Table.Td ta="right">{money(part.together)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('finance.total')}</Table.Th>
            <Table.Th ta="right" data-eac="sum">
              {money(sum)}
            </Table.Th>
            <Table.Th ta="right" data-eac="together">
              {money(total)}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollBox>
  );
}
