import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { RoadLink } from '../../api/types.gen';
import { useT } from '../../i18n';
import { focusBar } from './Bar';
import { useRoadmap } from './context';
import { isPending, type ResolvedLink } from './plan';
import classes from './timeline.module.css';

/**
 * The selected link, with a button to remove it. The focus moves to the panel and not to a button, so that pressing Enter twice on
 * the link removes nothing.
 */
export function SelectedLink({ link, onClose }: { link: RoadLink; onClose: () => void }) {
  const t = useT();
  const { resolvedLinks, may, unlink, ask } = useRoadmap();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const joint = resolvedLinks.find((one) => one.link.uuid === link.uuid);
  if (joint === undefined) return null;
  const { pred, succ } = joint;
  const close = () => {
    onClose();
    document.querySelector<SVGElement>(`[data-link="${link.uuid}"]`)?.focus();
  };
  const remove = () => {
    unlink(joint.link); // with the type and lag it has now, in case the removal is undone
    onClose();
    focusBar(succ.uuid);
  };
  return (
    <section ref={panel} tabIndex={-1} className={classes.picked} aria-label={t('roadmap.pickedLink')}>
      <div>
        <Text fw={600}>{`${pred.title} → ${succ.title}`}</Text>
        <LinkText joint={joint} />
      </div>
      <Group gap="xs">
        {may.manage && (
          <Button
            size="xs"
            variant="default"
            disabled={isPending(link)}
            onClick={() => ask({ kind: 'link', link: joint.link })}
          >
            {t('roadmap.edit')}
          </Button>
        )}
        {may.manage && (
          <Button size="xs" color="red" disabled={isPending(link)} onClick={remove}>
            {t('roadmap.removeLink')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={close}>
          {t('common.close')}
        </Button>
      </Group>
    </section>
  );
}

function LinkText({ joint }: { joint: ResolvedLink }) {
  const t = useT();
  const { link, pred, succ, pushes, critical } = joint;
  const names = { pred: pred.title, succ: succ.title };
  const texts = [
    t(`roadmap.isText_${link.type}`, names),
    link.lag_days !== 0 && t('roadmap.lagOf', { count: link.lag_days }),
    critical && t('roadmap.criticalText'),
    pushes > 0 && t('roadmap.pushText', { ...names, count: pushes }),
  ];
  return (
    <Text size="sm" c="dimmed">
      {texts.filter((text) => text !== false).join(' ')}
    </Text>
  );
}
