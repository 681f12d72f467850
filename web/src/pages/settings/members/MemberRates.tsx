import { Badge, Button, Divider, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { clearRates, membersKey } from '../../../api/members';
import { useSession } from '../../../api/session';
import type { Member } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { useChange } from '../parts/useChange';
import classes from './members.module.css';
import { RateForm } from './RateForm';
import { spansOf } from './rates';

interface Props {
  project: string;
  member: Member;
  may: boolean;
  onClose: () => void;
}

/** A member's daily rates over time; managers can change them. */
export function MemberRates({ project, member, may, onClose }: Props) {
  const t = useT();
  return (
    <Modal opened onClose={onClose} title={t('settings.ratesOf', { name: member.name })} size="lg">
      <Stack>
        <Text c="dimmed" size="sm">
          {t('settings.ratesText')}
        </Text>
        <History member={member} />
        {may && (
          <>
            <Divider />
            <RateForm project={project} member={member} onDone={onClose} />
            {(member.rates?.length ?? 0) > 0 && <Clear project={project} member={member} onDone={onClose} />}
          </>
        )}
      </Stack>
    </Modal>
  );
}

function History({ member }: { member: Member }) {
  const t = useT();
  const format = useFormat();
  const { today } = useSession();
  const spans = spansOf(member.rates ?? [], today);
  if (spans.length === 0) return <Text>{t('settings.ratesEmpty')}</Text>;
  return (
    <table className={classes.history}>
      <thead>
        <tr>
          <th scope="col">{t('settings.rateFrom')}</th>
          <th scope="col">{t('settings.rateTo')}</th>
          <th scope="col">{t('settings.rate')}</th>
        </tr>
      </thead>
      <tbody className="figures">
        {spans.map((span) => (
          <tr key={span.from ?? ''}>
            <td>{span.from === null ? t('settings.rateStart') : format.date(span.from)}</td>
            <td>
              {span.to === null ? t('settings.rateOpen') : format.date(span.to)}{' '}
              {span.current && <Badge variant="light">{t('settings.rateNow')}</Badge>}
            </td>
            <td>{format.price(span.tjm)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Clear(props: { project: string; member: Member; onDone: () => void }) {
  const t = useT();
  const { project, member } = props;
  const [asked, setAsked] = useState(false);
  const clearing = useChange({
    project,
    list: membersKey(project),
    run: (_: undefined) => clearRates(member.uuid),
    said: () => t('settings.ratesCleared', { name: member.name }),
    onDone: props.onDone,
  });
  if (!asked)
    return (
      <Group>
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsked(true)}>
          {t('settings.ratesClear')}
        </Button>
      </Group>
    );
  return (
    <Stack gap="xs" role="alert">
      <Text>{t('settings.ratesClearText', { name: member.name })}</Text>
      <Group gap="xs">
        <Button color="red" loading={clearing.isPending} onClick={() => clearing.mutate(undefined)}>
          {t('settings.ratesClear')}
        </Button>
        <Button variant="default" onClick={() => setAsked(false)}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
