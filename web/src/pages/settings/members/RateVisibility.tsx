import { Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { frameKey } from '../../../api/frame';
import { membersKey } from '../../../api/members';
import { saveProject } from '../../../api/projects';
import type { Frame } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { useNotify } from '../../../ui/notify';
import { Section } from '../../../ui/Section';
import { ReadOnly } from '../parts/ReadOnly';

type Audience = Frame['project']['rates_for'];
const audiences: readonly Audience[] = ['everyone', 'admins'];

/** Who can see daily rates and cost figures; only the owner can change it. */
export function RateVisibility({ project, frame }: { project: string; frame: Frame }) {
  const t = useT();
  const saving = useSave(project);
  const chosen = frame.project.rates_for;
  if (!frame.may.own)
    return (
      <Section title={t('settings.ratesFor')} text={t('settings.ratesForText')}>
        <Text>{t(`settings.ratesFor_${chosen}`)}</Text>
        {frame.may.manage && <ReadOnly frame={frame} act="own" />}
      </Section>
    );
  return (
    <Section title={t('settings.ratesFor')} text={t('settings.ratesForText')}>
      <Radio.Group
        value={chosen}
        onChange={(value) => saving.mutate(value as Audience)}
        aria-label={t('settings.ratesFor')}
      >
        <Stack gap="xs">
          {audiences.map((audience) => (
            <Radio
              key={audience}
              value={audience}
              label={t(`settings.ratesFor_${audience}`)}
              description={t(`settings.ratesFor_${audience}_text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}

/** Saves optimistically. */
function useSave(project: string) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  const key = frameKey(project);
  return useMutation({
    mutationFn: (rates_for: Audience) => saveProject(project, { rates_for }),
    onMutate: async (rates_for) => {
      await client.cancelQueries({ queryKey: key });
      const old = client.getQueryData<Frame>(key);
      if (old) client.setQueryData<Frame>(key, { ...old, project: { ...old.project, rates_for } });
      return old;
    },
    onSuccess: (frame) => {
      client.setQueryData(key, frame);
      notify.done(t('common.saved'));
    },
    onError: (error, _value, old) => {
      client.setQueryData(key, old);
      notify.failed(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: membersKey(project) }),
  });
}
