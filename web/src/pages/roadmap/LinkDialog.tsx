import { Modal, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { useRoadmap } from './context';
import { freeTargets, treeOf } from './plan';

interface Props {
  pred?: string;
  succ?: string;
  onClose: () => void;
}

/** Creates a link by keyboard: first the predecessor, then the successor. */
export function LinkDialog(props: Props) {
  const t = useT();
  return (
    <Modal opened onClose={props.onClose} title={t('roadmap.linkTitle')}>
      <Fields {...props} />
    </Modal>
  );
}

function Fields(props: Props) {
  const t = useT();
  const { plan, join } = useRoadmap();
  const [pred, setPred] = useState(props.pred ?? null);
  const [succ, setSucc] = useState(props.succ ?? null);
  const all = treeOf(plan).map(({ node }) => node);
  const choices = (list: typeof all) =>
    list.map(({ uuid, title, kind }) => ({
      value: uuid,
      label: kind === 'super_epic' ? t('roadmap.superEpicNamed', { title }) : title,
    }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pred === null || succ === null) return;
    join(pred, succ);
    props.onClose();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('roadmap.linkText')}
        </Text>
        <Select
          label={t('roadmap.pred')}
          searchable
          data-autofocus={props.pred === undefined || undefined}
          nothingFoundMessage={t('common.noChoice')}
          data={choices(all)}
          value={pred}
          onChange={setPred}
        />
        <Select
          label={t('roadmap.succ')}
          searchable
          data-autofocus={props.pred !== undefined || undefined}
          nothingFoundMessage={t('common.noChoice')}
          data={choices(pred === null ? all : freeTargets(plan, pred))}
          value={succ}
          onChange={setSucc}
        />
        <DialogButtons action={t('roadmap.link')} onCancel={props.onClose} disabled={pred === null || succ === null} />
      </Stack>
    </form>
  );
}
