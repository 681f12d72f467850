import { Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectsQuery } from '../../api/projects';
import { useFormat, useT } from '../../i18n';
import { EmptyState } from '../../ui/State';

/** Refused is shown for an address that names a project the reader does not have: totals without it would be wrong. */
export function Refused({ names }: { names: readonly string[] }) {
  const t = useT();
  const format = useFormat();
  const projects = useQuery(projectsQuery);
  const left = (projects.data?.projects ?? []).filter((one) => names.includes(one.uuid));
  const gone = names.length - left.length;
  const some = projects.data !== undefined && left.length > 0 && gone > 0;
  return (
    <EmptyState
      icon={IconLock}
      title={t('portfolio.refusedTitle')}
      text={
        some
          ? t('portfolio.refusedSome', { count: gone, names: format.list(left.slice(0, 5).map((one) => one.name)) })
          : t('portfolio.refusedAll')
      }
      action={
        <Group gap="xs" mt="xs" justify="center">
          {some && (
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
