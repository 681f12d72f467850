import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Frame } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';

/** ReadOnly says why something can be seen but not changed, and who can; nothing to who may. */
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
