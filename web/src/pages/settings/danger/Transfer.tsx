import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersKey, membersQuery, offerProject } from '../../../api/members';
import type { Frame } from '../../../api/types.gen';
import { useFormat, useT } from '../../../i18n';
import { Confirm } from '../../../ui/Confirm';
import { Select } from '../../../ui/Select';
import { PendingOffer } from '../members/PendingOffer';
import { useChange } from '../parts/useChange';

/** Offers the project to another active member, and shows the pending offer. */
export function Transfer({ project, frame }: { project: string; frame: Frame }) {
  const t = useT();
  const format = useFormat();
  const [to, setTo] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const heirs = frame.members
    .filter(({ status, role }) => status === 'active' && role !== 'owner')
    .sort((a, b) => format.compare(a.name, b.name));
  const heir = heirs.find(({ uuid }) => uuid === to);
  const offer = useQuery(membersQuery(project)).data?.offer;
  const offering = useChange({
    project,
    list: membersKey(project),
    run: (member: string) => offerProject(project, member),
    said: () => t('settings.offered', { name: heir?.name ?? '' }),
    onDone: () => setAsked(false),
  });
  if (offer) return <PendingOffer project={project} offer={offer} may={frame.may.own} />;
  if (heirs.length === 0) return <Text c="dimmed">{t('settings.transferNobody')}</Text>;
  return (
    <Group align="flex-end">
      <Select
        label={t('settings.transferTo')}
        data={heirs.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={to}
        onChange={setTo}
        searchable
        placeholder={t('settings.transferChoose')}
        flex="1 1 14rem"
        maw={320}
      />
      <Button variant="default" disabled={heir === undefined} onClick={() => setAsked(true)}>
        {t('settings.transferAction')}
      </Button>
      <Confirm
        opened={asked && heir !== undefined}
        danger
        onClose={() => setAsked(false)}
        onConfirm={() => to !== null && offering.mutate(to)}
        title={t('settings.transferTitle', { name: heir?.name ?? '' })}
        action={t('settings.transferAction')}
        busy={offering.isPending}
      >
        {t('settings.transferConfirm', { name: heir?.name ?? '' })}
      </Confirm>
    </Group>
  );
}
