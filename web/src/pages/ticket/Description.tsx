import { Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useT } from '../../i18n';
import { Theirs } from '../../ui/Theirs';
import { useImages } from './files/useImages';
import { MarkdownToolbar } from './MarkdownToolbar';
import { Markdown } from './markdown/Markdown';
import type { Mark } from './markdown/marks';
import { TicketSection } from './TicketSection';
import classes from './ticket.module.css';
import { useText } from './useText';
import { type TicketProps, useSave, useTicketFrame } from './useTicket';

const marks: readonly Mark[] = ['bold', 'italic', 'code', 'link', 'heading', 'list', 'checks', 'quote'];

/** Unsaved text is kept in this tab. */
export function Description(props: TicketProps) {
  const t = useT();
  const { ticket } = props;
  const save = useSave(ticket);
  const { may } = useTicketFrame(ticket);
  const text = ticket.description ?? '';
  const { draft, ...typing } = useText(`${ticket.uuid}.description`, text, (description, outcome) =>
    save({ description }, { ...outcome, over: { description: ticket.description } }),
  );
  const edit = may.write && typing.idle && text !== '' && (
    <Button size="compact-xs" variant="subtle" aria-label={t('epic.editDescription')} onClick={() => typing.type(text)}>
      {t('common.edit')}
    </Button>
  );
  return (
    <TicketSection id="description" title={t('ticket.description')} aside={edit || undefined}>
      {may.write && draft !== null ? (
        <Editor
          draft={draft}
          theirs={typing.clash ? text : undefined}
          onDraft={typing.type}
          onKeep={typing.keep}
          onCancel={typing.cancel}
        />
      ) : text !== '' ? (
        <Markdown text={text} />
      ) : may.write ? (
        <button type="button" className={classes.invite} onClick={() => typing.type('')}>
          {t('ticket.descriptionAdd')}
        </button>
      ) : (
        <Text c="dimmed" size="sm">
          {t('ticket.descriptionNone')}
        </Text>
      )}
    </TicketSection>
  );
}

interface EditorProps {
  draft: string;
  /** The text that somebody else has saved since editing began. */
  theirs?: string;
  onDraft: (text: string) => void;
  onKeep: () => void;
  onCancel: () => void;
}

export function Editor(props: EditorProps) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const [preview, setPreview] = useState(false);
  const images = useImages(field, props.draft, props.onDraft);
  const keep = () => {
    if (!images.busy) props.onKeep();
  };
  return (
    <div className={classes.editor} {...images.handlers}>
      {props.theirs !== undefined && (
        <Theirs>{props.theirs === '' ? t('ticket.descriptionNone') : <Markdown text={props.theirs} />}</Theirs>
      )}
      <Group justify="space-between" gap="xs" mb={6}>
        <MarkdownToolbar field={field} marks={marks} onText={props.onDraft} disabled={preview} />
        <SegmentedControl
          size="xs"
          aria-label={t('ticket.description')}
          value={preview ? 'preview' : 'write'}
          onChange={(value) => setPreview(value === 'preview')}
          data={[
            { value: 'write', label: t('ticket.write') },
            { value: 'preview', label: t('ticket.preview') },
          ]}
        />
      </Group>
      {preview ? (
        <div className={classes.preview}>
          {props.draft.trim() === '' ? t('ticket.nothingToPreview') : <Markdown text={props.draft} />}
        </div>
      ) : (
        <Textarea
          ref={field}
          autosize
          autoFocus
          minRows={6}
          maxRows={24}
          maxLength={100_000}
          aria-label={t('ticket.description')}
          description={t('ticket.markdownHint')}
          inputWrapperOrder={['input', 'description']}
          data-mantine-stop-propagation="true"
          value={props.draft}
          onChange={(event) => props.onDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') props.onCancel();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
          }}
        />
      )}
      {images.list}
      <Group gap="xs" mt="xs">
        <Button size="xs" disabled={images.busy} onClick={keep}>
          {props.theirs === undefined ? t('common.save') : t('common.keepMine')}
        </Button>
        <Button size="xs" variant="default" onClick={props.onCancel}>
          {props.theirs === undefined ? t('common.cancel') : t('common.takeTheirs')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('ticket.saveHint')}
        </Text>
      </Group>
    </div>
  );
}
