import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../api/frame';
import type { NodePage } from '../../api/types.gen';
import { useT } from '../../i18n';
import { DeleteNode } from '../epics/DeleteNode';
import { NodeForm } from '../epics/NodeForm';
import { useLinkCount } from './useLinkCount';

interface Props {
  project: string;
  node: NodePage;
  onGoing: (going: boolean) => void;
}

export function Actions({ project, node, onGoing }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { may } = useFrame(project);
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const epics = node.kind === 'epic' ? [node.uuid] : node.epics.map(({ uuid }) => uuid);
  return (
    <Group gap="xs">
      {epics.length > 0 && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/backlog" params={{ project }} search={{ epic: epics }} />
          )}
        >
          {t('epic.inBacklog')}
        </Button>
      )}
      {may.write && (
        <>
          <Button variant="default" onClick={() => setAsked('edit')}>
            {t('roadmap.edit')}
          </Button>
          <Button variant="default" color="red" onClick={() => setAsked('delete')}>
            {t('roadmap.delete')}
          </Button>
        </>
      )}
      {asked === 'edit' && <NodeForm project={project} kind={node.kind} node={node} onClose={close} />}
      {asked === 'delete' && (
        <Deletion
          project={project}
          node={node}
          onClose={close}
          onGoing={onGoing}
          onDeleted={() => void navigate({ to: '/projects/$project/epics', params: { project } })}
        />
      )}
    </Group>
  );
}

function Deletion(props: Props & { onClose: () => void; onDeleted: () => void }) {
  const links = useLinkCount(props.project, props.node.uuid);
  return <DeleteNode {...props} epics={props.node.epics.length} links={links} />;
}
