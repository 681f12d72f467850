import { Modal, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keysKey, rotateKey } from '../../api/keys';
import type { ApiKey, KeyList } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError } from '../../ui/form';
import { Secret } from './Secret';

interface Props {
  apiKey: ApiKey;
  keys: KeyList;
  onClose: () => void;
}

const overlaps = ['0', '1', '24', '72', '168', '720'] as const;
type Overlap = (typeof overlaps)[number];

/** Replaces a key; the old and the new one both work for a while. */
export function RotateKey({ apiKey, keys, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('24');
  const rotating = useMutation({
    mutationFn: () => rotateKey(apiKey.id, Number(overlap)),
    onSuccess: () => client.invalidateQueries({ queryKey: keysKey }),
  });
  const made = rotating.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotating.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('keys.rotateTitle', { name: apiKey.name })}
      // Closing by accident would lose the new key.
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
      withCloseButton={made === undefined}
    >
      {made === undefined ? (
        <form onSubmit={submit}>
          <Stack>
            <Text>{t('keys.rotateText')}</Text>
            <Radio.Group label={t('keys.overlap')} value={overlap} onChange={(value) => setOverlap(value as Overlap)}>
              <Stack gap="xs" mt="xs">
                {overlaps.map((hours) => (
                  <Radio key={hours} value={hours} label={t(`keys.overlap_${hours}`)} />
                ))}
              </Stack>
            </Radio.Group>
            <Text c="dimmed" role="status">
              <Consequence apiKey={apiKey} hours={Number(overlap)} />
            </Text>
            <FormError error={rotating.error} />
            <DialogButtons action={t('keys.rotate')} onCancel={onClose} busy={rotating.isPending} />
          </Stack>
        </form>
      ) : (
        <Secret made={made.key} secret={made.secret} old={made.old} keys={keys} onDone={onClose} />
      )}
    </Modal>
  );
}

function Consequence(props: { apiKey: ApiKey; hours: number }) {
  const t = useT();
  const format = useFormat();
  const [now] = useState(Date.now);
  if (props.hours === 0) return t('keys.overlapNow');
  const end = new Date(now + props.hours * 3_600_000).toISOString();
  const own = props.apiKey.expires_at;
  if (own !== null && Date.parse(own) < Date.parse(end))
    return t('keys.overlapEarlier', { moment: format.dateTime(own) });
  return t('keys.overlapEnds', { moment: format.dateTime(end) });
}
