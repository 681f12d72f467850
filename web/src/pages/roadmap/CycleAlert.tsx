import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n';
import { useRoadmap } from './context';
import { isPending } from './plan';
import type { RefusedLink } from './useLinks';

/** A link refused because of a cycle; or an existing cycle, with ways to break it. */
export function CycleAlert(props: { refused: RefusedLink | null; onForget: () => void }) {
  const { plan } = useRoadmap();
  if (props.refused !== null) {
    return <Refusal key={props.refused.cycle.join()} refused={props.refused} onForget={props.onForget} />;
  }
  if (plan.schedule.cycle !== null) return <ExistingCycle cycle={plan.schedule.cycle} />;
  return null;
}

function Refusal({ refused, onForget }: { refused: RefusedLink; onForget: () => void }) {
  const t = useT();
  const { nodes } = useRoadmap();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' }); // newer browsers return a promise, which an effect must not return
  }, []);
  const name = (uuid: string) => nodes.get(uuid)?.title ?? '';
  const [first = ''] = refused.cycle;
  return (
    <Alert
      ref={box}
      role="alert"
      color="red"
      mb="md"
      icon={<IconRefreshAlert size={20} aria-hidden />}
      title={t('roadmap.refusedTitle', { pred: name(refused.link.pred_uuid), succ: name(refused.link.succ_uuid) })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(refused.cycle.length > 1 ? 'roadmap.refusedText' : 'roadmap.refusedSelf')}</Text>
        <Text size="sm" fw={600}>
          {[...refused.cycle, first].map(name).join(' → ')}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onForget}>
          {t('roadmap.understood')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** A cycle that was not refused, because it was caused by moving an epic into a super-epic or by an import. */
function ExistingCycle({ cycle }: { cycle: string[] }) {
  const t = useT();
  const { nodes, resolvedLinks, may, unlink } = useRoadmap();
  const on = new Set(cycle.flatMap((uuid) => [uuid, nodes.get(uuid)?.parent_uuid ?? uuid]));
  const within = resolvedLinks.filter(({ pred, succ }) => on.has(pred.uuid) && on.has(succ.uuid));
  return (
    <Alert
      role="alert"
      color="red"
      mb="md"
      icon={<IconRefreshAlert size={20} aria-hidden />}
      title={t('roadmap.cycleTitle')}
    >
      <Text size="sm">{t('roadmap.cycleText')}</Text>
      <List size="sm" mt="xs">
        {within.map(({ link, pred, succ }) => (
          <List.Item key={link.uuid}>
            <Group gap="xs">
              {`${pred.title} → ${succ.title}`}
              {may.manage && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('roadmap.removeLinkOf', { pred: pred.title, succ: succ.title })}
                  disabled={isPending(link)}
                  onClick={() => unlink(link)}
                >
                  {t('roadmap.removeLink')}
                </Button>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
