import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Frame } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';

/** Explains why the page is read-only, and who can edit it. Renders nothing for those who can. */
export function ReadOnly(props: { frame: Frame; act: 'manage' | 'own'; text?: string }) {
  const t = useT();
  const words = useWords();
  const format = useFormat();
  const { frame, act } = props;
  if (frame.may[act]) return null;
  const able = frame.members.filter(
    ({ role, status }) => status === 'active' && (role === 'owner' || (act === 'manage' && role === 'admin')),
  );
  const names = format.list(able.map(({ name }) => name));
  return (
    <Alert color="gray" icon={<IconLock size={18} aria-hidden />} role="note">
      {props.text} {t('settings.readOnly', { role: words.role(frame.role), names })}
    </Alert>
  );
}
