import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconListCheck } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { PortfolioRow } from '../../api/types.gen';
import { useT } from '../../i18n';
import { CopyButton } from '../../ui/CopyButton';
import { PickProjects } from './PickProjects';
import classes from './portfolio.module.css';

/** Chooses the projects; the selection is in the URL, so it can be shared. */
export function Actions(props: { names: string[] | undefined; rows: readonly PortfolioRow[] }) {
  const t = useT();
  const [opened, dialog] = useDisclosure(false);
  const href = useRouterState({ select: (state) => state.location.href });
  return (
    <Group gap="xs" className={classes.tools}>
      <Button variant="default" leftSection={<IconListCheck size={18} aria-hidden />} onClick={dialog.open}>
        {props.names === undefined ? t('portfolio.pick') : t('portfolio.picked', { count: props.rows.length })}
      </Button>
      <CopyButton value={new URL(href, window.location.origin).href} label={t('portfolio.copyLink')} />
      {opened && <PickProjects names={props.names} onClose={dialog.close} />}
    </Group>
  );
}
