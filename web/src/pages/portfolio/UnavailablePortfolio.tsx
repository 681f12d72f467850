import { Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { portfolioQuery } from '../../api/portfolio';
import type { Portfolio } from '../../api/types.gen';
import { type Format, type Translate, useFormat, useT } from '../../i18n';
import { EmptyState } from '../../ui/State';

/** Shown for a URL with a project that the reader cannot see or whose cost is hidden, as totals without it would be wrong. */
export function UnavailablePortfolio({ names }: { names: readonly string[] }) {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery(portfolioQuery());
  const left = data?.rows.filter((one) => names.includes(one.uuid)) ?? [];
  return (
    <EmptyState
      icon={IconLock}
      title={t('portfolio.refusedTitle')}
      text={data ? explainRefusal(data, names, t, format) : t('portfolio.refusedAll')}
      action={
        <Group gap="xs" mt="xs" justify="center">
          {left.length > 0 && (
            <Button
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/portfolio"
                  search={(old) => ({ ...old, projects: left.map((one) => one.uuid).join(',') })}
                />
              )}
            >
              {t('portfolio.showRest', { count: left.length })}
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/portfolio" search={(old) => ({ ...old, projects: undefined })} />
            )}
          >
            {t('portfolio.showAll')}
          </Button>
        </Group>
      }
    />
  );
}

/** Explains which of the projects are the problem. */
export function explainRefusal(all: Portfolio, names: readonly string[], t: Translate, format: Format): string {
  const left = all.rows.filter((one) => names.includes(one.uuid));
  const hidden = all.hidden.filter((one) => names.includes(one.uuid));
  const gone = names.length - left.length - hidden.length;
  const listed = (list: readonly { name: string }[]) => format.list(list.slice(0, 5).map((one) => one.name));
  const said = [
    ...(hidden.length > 0 ? [t('portfolio.refusedCost', { count: hidden.length, names: listed(hidden) })] : []),
    ...(gone > 0 && left.length > 0 ? [t('portfolio.refusedSome', { count: gone, names: listed(left) })] : []),
    ...(gone > 0 && left.length === 0 ? [t('portfolio.refusedAll')] : []),
  ];
  return said.length > 0 ? said.join(' ') : t('portfolio.refusedAll');
}
