import { Button, Group, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { membersKey, setRate } from '../../../api/members';
import { useSession } from '../../../api/session';
import type { Member, RateBody } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { FormError } from '../../../ui/form';
import { useNumberSeparators } from '../../../ui/useNumberSeparators';
import { useChange } from '../parts/useChange';

/** Sets a daily rate from a given day on, or for all past days too. */
export function RateForm(props: { project: string; member: Member; onDone: () => void }) {
  const t = useT();
  const { today } = useSession();
  const figures = useNumberSeparators();
  const { decimals } = useFormat();
  const { project, member } = props;
  const [tjm, setTjm] = useState<number | string>('');
  const [mode, setMode] = useState<'from' | 'past'>('from');
  const [from, setFrom] = useState(today);
  const saving = useChange({
    project,
    list: membersKey(project),
    run: (change: RateBody) => setRate(member.uuid, change),
    said: () => t('settings.rateSaved', { name: member.name }),
    onDone: props.onDone,
    onFailed: () => true,
  });
  const ready = typeof tjm === 'number' && (mode === 'past' || from !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) saving.mutate(mode === 'past' ? { tjm, rewrite_past: true } : { tjm, from });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NumberInput
          label={t('settings.rateNew')}
          min={0}
          max={1e12}
          decimalScale={decimals}
          hideControls
          maw={220}
          {...figures}
          value={tjm}
          onChange={setTjm}
        />
        <Radio.Group
          label={t('settings.rateWhen')}
          value={mode}
          onChange={(value) => setMode(value as 'from' | 'past')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="from" label={t('settings.rateFromDay')} />
            {mode === 'from' && (
              <TextInput
                type="date"
                ml={32}
                maw={200}
                aria-label={t('settings.rateFrom')}
                value={from}
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
            )}
            <Radio value="past" label={t('settings.ratePast')} />
          </Stack>
        </Radio.Group>
        <Text size="sm" role="status">
          <Consequence member={member} tjm={tjm} mode={mode} from={from} today={today} />
        </Text>
        <FormError error={saving.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending} disabled={!ready}>
            {t('settings.rateSet')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Asked {
  member: Member;
  tjm: number | string;
  mode: 'from' | 'past';
  from: string;
  today: string;
}

/** Explains which time will be repriced. */
function Consequence({ member, tjm, mode, from, today }: Asked) {
  const t = useT();
  const format = useFormat();
  if (typeof tjm !== 'number' || (mode === 'from' && from === '')) return null;
  const rate = format.price(tjm);
  if (mode === 'past') return t('settings.ratePastText', { name: member.name, rate });
  const first = (member.rates?.length ?? 0) === 0;
  if (first) return t('settings.rateFirstText', { name: member.name, rate });
  const key = from < today ? 'settings.rateBackText' : 'settings.rateFromText';
  return t(key, { name: member.name, rate, date: format.date(from) });
}
