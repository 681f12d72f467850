import { Modal, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { LinkType, RoadLink } from '../../api/types.gen';
import { linkTypeValues } from '../../api/types.gen';
import { useT } from '../../i18n';
import { DialogButtons } from '../../ui/DialogButtons';
import { Select } from '../../ui/Select';
import { useRoadmap } from './context';
import { freeTargets, treeOf } from './plan';

interface Props {
  pred?: string;
  succ?: string;
  /** The link to edit; omit to create one. */
  link?: RoadLink;
  onClose: () => void;
}

/** Creates a link by keyboard, or changes its type and lag. */
export function LinkDialog(props: Props) {
  const t = useT();
  return (
    <Modal opened onClose={props.onClose} title={t(props.link ? 'roadmap.editLink' : 'roadmap.linkTitle')}>
      <Fields {...props} />
    </Modal>
  );
}

const mostLag = 1000;

function Fields({ link, onClose, ...props }: Props) {
  const t = useT();
  const { plan, nodes, join, change } = useRoadmap();
  const [pred, setPred] = useState(link?.pred_uuid ?? props.pred ?? null);
  const [succ, setSucc] = useState(link?.succ_uuid ?? props.succ ?? null);
  const [chosen, setChosen] = useState<LinkType>(link?.type ?? 'FS');
  const [lag, setLag] = useState<number | string>(link?.lag_days ?? 0);
  const all = treeOf(plan).map(({ node }) => node);
  const grouped = [pred, succ].some((uuid) => uuid !== null && nodes.get(uuid)?.kind === 'super_epic');
  const type = grouped ? 'FS' : chosen;
  const choices = (list: typeof all) =>
    list.map(({ uuid, title, kind }) => ({
      value: uuid,
      label: kind === 'super_epic' ? t('roadmap.superEpicNamed', { title }) : title,
    }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pred === null || succ === null || typeof lag !== 'number') return;
    if (link) change(link, { type, lag_days: lag });
    else join(pred, succ, { type, lag_days: lag });
    onClose();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Select
          label={t('roadmap.pred')}
          searchable
          disabled={link !== undefined}
          data-autofocus={(link === undefined && props.pred === undefined) || undefined}
          nothingFoundMessage={t('common.noChoice')}
          data={choices(all)}
          value={pred}
          onChange={setPred}
        />
        <Select
          label={t('roadmap.succ')}
          searchable
          disabled={link !== undefined}
          data-autofocus={(link === undefined && props.pred !== undefined) || undefined}
          nothingFoundMessage={t('common.noChoice')}
          data={choices(pred === null || link ? all : freeTargets(plan, pred))}
          value={succ}
          onChange={setSucc}
        />
        <Select
          label={t('roadmap.linkType')}
          description={grouped ? t('roadmap.linkTypeGroup') : undefined}
          disabled={grouped}
          data-autofocus={link !== undefined || undefined}
          allowDeselect={false}
          data={linkTypeValues.map((value) => ({ value, label: t(`roadmap.type_${value}`) }))}
          value={type}
          onChange={(value) => setChosen((value ?? 'FS') as LinkType)}
        />
        <NumberInput
          label={t('roadmap.lag')}
          description={t('roadmap.lagText')}
          allowDecimal={false}
          min={-mostLag}
          max={mostLag}
          value={lag}
          onChange={setLag}
        />
        <DialogButtons
          action={t(link ? 'common.save' : 'roadmap.link')}
          onCancel={onClose}
          disabled={pred === null || succ === null || typeof lag !== 'number'}
        />
      </Stack>
    </form>
  );
}
