import { ActionIcon, Button, Group, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { Attachment } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { FileFacts } from './FileRow';
import classes from './files.module.css';

interface Props {
  images: readonly Attachment[];
  /** The uuid of the image that is shown; null if none is. */
  open: string | null;
  onOpen: (uuid: string | null) => void;
}

/** Escape must close this dialog, and not the ticket behind it, so both leave the key to us. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

/** Shows an image larger, with the previous and the next one. */
export function Viewer({ images, open, onOpen }: Props) {
  const t = useT();
  const at = images.findIndex(({ uuid }) => uuid === open);
  const image = images[at];
  const close = () => onOpen(null);
  const go = (step: number) => {
    const next = images[at + step];
    if (next !== undefined) onOpen(next.uuid);
  };
  useKeys(image !== undefined, { Escape: close, ArrowLeft: () => go(-1), ArrowRight: () => go(1) });
  return (
    <Modal.Root opened={image !== undefined} onClose={close} size={1100} centered>
      <Modal.Overlay backgroundOpacity={0.6} />
      <Modal.Content {...ownEscape}>
        <Modal.Header>
          <Modal.Title className={classes.viewerTitle}>{image?.name}</Modal.Title>
          <Modal.CloseButton {...ownEscape} aria-label={t('common.close')} />
        </Modal.Header>
        {image !== undefined && (
          <Modal.Body>
            <div className={classes.stage}>
              <img key={image.uuid} src={image.url} alt={image.name} />
            </div>
            <Group justify="space-between" mt="sm">
              <FileFacts file={image} />
              <Steps at={at} of={images.length} onGo={go} />
              <Button
                {...ownEscape}
                component="a"
                href={image.url}
                download={image.name}
                size="xs"
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {t('common.download')}
              </Button>
            </Group>
          </Modal.Body>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Listens to keys of the whole page, also while the focus is on its way into the dialog. */
function useKeys(when: boolean, keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => keys[event.key]?.());
  useEffect(() => {
    if (!when) return;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [when]);
}

function Steps({ at, of, onGo }: { at: number; of: number; onGo: (step: number) => void }) {
  const t = useT();
  if (of < 2) return null;
  const arrow = { ...ownEscape, variant: 'default', size: 'md' } as const;
  return (
    <Group gap="xs">
      <ActionIcon {...arrow} aria-label={t('files.previous')} disabled={at === 0} onClick={() => onGo(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span role="status">{t('files.position', { at: at + 1, of })}</span>
      <ActionIcon {...arrow} aria-label={t('files.next')} disabled={at === of - 1} onClick={() => onGo(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
