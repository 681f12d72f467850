import { Button, Group, Menu, SegmentedControl } from '@mantine/core';
import { IconChevronDown, IconLayoutList, IconPlus, IconTable, IconTimeline } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/registry';
import { useRoadmap } from './context';
import { type Zoom, zooms } from './scale';
import type { Search } from './search';

export function Toolbar() {
  const t = useT();
  const { project } = useRoadmap();
  const { view = 'timeline', zoom = 'fit' } = useSearch({ from: '/app/projects/$project/roadmap' });
  const navigate = useNavigate();
  const go = (change: Search) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Group gap="xs">
      {view === 'timeline' && (
        <SegmentedControl
          aria-label={t('roadmap.zoom')}
          value={zoom}
          onChange={(value) => go({ zoom: value === 'fit' ? undefined : (value as Zoom) })}
          data={zooms.map((value) => ({ value, label: t(`roadmap.zoom_${value}`) }))}
        />
      )}
      <SegmentedControl
        aria-label={t('roadmap.view')}
        value={view}
        onChange={(value) => go({ view: value === 'table' ? 'table' : undefined })}
        data={[
          {
            value: 'timeline',
            label: <Choice icon={<IconTimeline size={18} aria-hidden />} text={t('roadmap.timeline')} />,
          },
          { value: 'table', label: <Choice icon={<IconTable size={18} aria-hidden />} text={t('roadmap.table')} /> },
        ]}
      />
      <Button
        variant="default"
        leftSection={<IconLayoutList size={18} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/projects/$project/epics" params={{ project }} />}
      >
        {t('epics.title')}
      </Button>
      <AddMenu />
    </Group>
  );
}

/** The "add" menu, for readers who can write. */
function AddMenu() {
  const t = useT();
  const { may, ask, plan } = useRoadmap();
  const linkable = plan.epics.length + plan.super_epics.length > 1;
  const offers = [
    may.write && { id: 'epic', label: t('epics.new_epic'), run: () => ask({ kind: 'node', type: 'epic' }) },
    may.write && {
      id: 'super-epic',
      label: t('epics.new_super_epic'),
      run: () => ask({ kind: 'node', type: 'super_epic' }),
    },
    may.manage && { id: 'milestone', label: t('roadmap.newMilestone'), run: () => ask({ kind: 'milestone' }) },
    may.manage && linkable && { id: 'link', label: t('roadmap.addLink'), run: () => ask({ kind: 'link' }) },
  ].filter((offer) => offer !== false);
  useCommands(offers.map((offer) => ({ ...offer, id: `roadmap-${offer.id}` })));
  if (offers.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('common.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offers.map((offer) => (
          <Menu.Item key={offer.id} onClick={offer.run}>
            {offer.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice(props: { icon: ReactNode; text: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      {props.icon}
      {props.text}
    </Group>
  );
}
