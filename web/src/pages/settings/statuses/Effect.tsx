import { Alert, Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { effectQuery } from '../../../api/statuses';
import type { StatusEffect } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';

interface Props {
  project: string;
  status: string;
  change: { to: string } | { is_done: boolean };
}

/** Previews the effect of a status change on earned value. */
export function Effect(props: Props) {
  const t = useT();
  const words = useWords();
  const effect = useQuery(effectQuery(props.project, props.status, props.change));
  const moved = effect.data !== undefined && effect.data.progress_before !== effect.data.progress_after;
  return (
    <Alert
      color={moved ? 'amber' : 'gray'}
      title={t('settings.effect')}
      icon={<IconChartLine size={18} aria-hidden />}
      role="status"
    >
      {effect.isPending && <Skeleton height={20} />}
      {effect.isError && words.error(effect.error)}
      {effect.data && <Told effect={effect.data} moved={moved} />}
    </Alert>
  );
}

function Told({ effect, moved }: { effect: StatusEffect; moved: boolean }) {
  const t = useT();
  const format = useFormat();
  if (effect.tickets === 0) return t('settings.effectEmpty');
  const said = [
    t('settings.effectOf', {
      tickets: t('settings.countTickets', { count: effect.tickets }),
      points: t('words.points', { count: effect.points }),
    }),
  ];
  if (!moved) said.push(t('settings.effectNone'));
  else {
    const [before, after] = [effect.progress_before, effect.progress_after].map((share) => format.percent(share, 1));
    said.push(t('settings.effectProgress', { before: before ?? '', after: after ?? '' }));
    if (effect.ev_before !== null && effect.ev_after !== null)
      said.push(
        t('settings.effectValue', { before: format.money(effect.ev_before), after: format.money(effect.ev_after) }),
      );
  }
  return said.join(' ');
}
