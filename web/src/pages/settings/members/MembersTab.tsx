import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFrame } from '../../../api/frame';
import { membersQuery } from '../../../api/members';
import { useT } from '../../../i18n';
import { Section } from '../../../ui/Section';
import { ErrorState, Loading } from '../../../ui/State';
import { ReadOnly } from '../parts/ReadOnly';
import { EditMember } from './EditMember';
import { InviteMember } from './InviteMember';
import { MemberRates } from './MemberRates';
import { MemberTable, type MemberTask } from './MemberTable';
import { PendingOffer } from './PendingOffer';
import { RateVisibility } from './RateVisibility';
import { RemoveMember } from './RemoveMember';

export function MembersTab({ project }: { project: string }) {
  const t = useT();
  const frame = useFrame(project);
  const team = useQuery(membersQuery(project));
  const [inviting, setInviting] = useState(false);
  const [task, setTask] = useState<MemberTask | null>(null);
  const close = () => setTask(null);
  const member = team.data?.members.find(({ uuid }) => uuid === task?.member);
  return (
    <>
      <ReadOnly frame={frame} act="manage" />
      <Section
        title={t('settings.team')}
        text={t('settings.teamText')}
        action={
          frame.may.manage && (
            <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
              {t('settings.invite')}
            </Button>
          )
        }
      >
        {team.isPending && <Loading rows={4} height={52} />}
        {team.isError && <ErrorState error={team.error} onRetry={() => void team.refetch()} />}
        {team.data?.offer && <PendingOffer project={project} offer={team.data.offer} may={frame.may.own} />}
        {team.data && <MemberTable team={team.data} frame={frame} onTask={setTask} />}
      </Section>
      <RateVisibility project={project} frame={frame} />
      {inviting && <InviteMember project={project} onClose={() => setInviting(false)} />}
      {member && task?.kind === 'edit' && <EditMember project={project} member={member} onClose={close} />}
      {member && task?.kind === 'rates' && (
        <MemberRates project={project} member={member} may={frame.may.manage} onClose={close} />
      )}
      {member && task?.kind === 'remove' && <RemoveMember project={project} member={member} onClose={close} />}
    </>
  );
}
