import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useFrame } from '../../../api/frame';
import { useT } from '../../../i18n';
import { Section } from '../../../ui/Section';
import { ReadOnly } from '../parts/ReadOnly';
import { DeleteProject } from './DeleteProject';
import { Leave } from './Leave';
import { Transfer } from './Transfer';

export function DangerTab({ project }: { project: string }) {
  const t = useT();
  const frame = useFrame(project);
  return (
    <>
      <Section title={t('settings.leave')} text={t('settings.leaveText')}>
        {frame.may.own ? (
          <Alert color="gray" icon={<IconLock size={18} aria-hidden />} role="note">
            {t('settings.leaveOwner')}
          </Alert>
        ) : (
          <Leave project={project} frame={frame} />
        )}
      </Section>
      <Section title={t('settings.transfer')} text={t('settings.transferText')}>
        {frame.may.own ? <Transfer project={project} frame={frame} /> : <ReadOnly frame={frame} act="own" />}
      </Section>
      <Section title={t('settings.deleteProject')} text={t('settings.deleteProjectText')}>
        {frame.may.own ? <DeleteProject project={project} frame={frame} /> : <ReadOnly frame={frame} act="own" />}
      </Section>
    </>
  );
}
