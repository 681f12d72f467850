import { Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { membersKey } from '../../../api/members';
import type { Frame } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { Section } from '../../../ui/Section';
import { ReadOnly } from '../parts/ReadOnly';
import { useSaveProject } from '../parts/useSaveProject';

type Audience = Frame['project']['rates_for'];
const audiences: readonly Audience[] = ['everyone', 'admins'];

/** Who can see daily rates and cost figures; only the owner can change it. */
export function RateVisibility({ project, frame }: { project: string; frame: Frame }) {
  const t = useT();
  const client = useQueryClient();
  const saving = useSaveProject(project, () => void client.invalidateQueries({ queryKey: membersKey(project) }));
  // The choice shows immediately, before the server has responded.
  const chosen = (saving.isPending && saving.variables.rates_for) || frame.project.rates_for;
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
        onChange={(value) => saving.mutate({ rates_for: value as Audience })}
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
