import { Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useT } from '../../i18n';
import { mayTakeFocus } from '../../ui/focus';
import { ParkedDraft } from '../../ui/ParkedDraft';
import { useImages } from './files/useImages';
import { MarkdownToolbar } from './MarkdownToolbar';
import { Markdown } from './markdown/Markdown';
import type { Mark } from './markdown/marks';
import { TextClash } from './TextClash';
import { TicketSection } from './TicketSection';
import classes from './ticket.module.css';
import { type TextDraft, useText } from './useText';
import { type TicketProps, useSave, useTicketFrame } from './useTicket';

const marks: readonly Mark[] = ['bold', 'italic', 'code', 'link', 'heading', 'list', 'checks', 'quote'];

/** Unsaved text is kept in this tab. */
export function Description(props: TicketProps) {
  const t = useT();
  const { ticket } = props;
  const save = useSave(ticket);
  const { may } = useTicketFrame(ticket);
  const text = ticket.description ?? '';
  const typing = useText(`${ticket.uuid}.description`, text, (description, outcome) =>
    save({ description }, { ...outcome, over: { description: ticket.description } }),
  );
  const edit = may.write && typing.idle && text !== '' && (
    <Button size="compact-xs" variant="subtle" aria-label={t('epic.editDescription')} onClick={typing.open}>
      {t('common.edit')}
    </Button>
  );
  return (
    <TicketSection id="description" title={t('ticket.description')} aside={edit || undefined}>
      {may.write && typing.parked && (
        <ParkedDraft label={t('ticket.description')} onContinue={typing.open} onDiscard={typing.discard} />
      )}
      {may.write && typing.draft !== null ? (
        <Editor typing={typing} draft={typing.draft} text={text} />
      ) : text !== '' ? (
        <Markdown text={text} />
      ) : may.write && typing.parked ? null : may.write ? (
        <button type="button" className={classes.invite} onClick={typing.open}>
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
  typing: TextDraft;
  draft: string;
  /** The text as it is stored. */
  text: string;
}

/** Edits a text in Markdown. Escape closes the editor and keeps the draft. */
export function Editor({ typing, draft, text }: EditorProps) {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const [preview, setPreview] = useState(false);
  const images = useImages(field, draft, typing.type);
  const keep = () => {
    if (!images.busy) typing.keep();
  };
  return (
    <div className={classes.editor} {...images.handlers}>
      <TextClash typing={typing} theirs={text} />
      <Group justify="space-between" gap="xs" mb={6}>
        <MarkdownToolbar field={field} marks={marks} onText={typing.type} disabled={preview} />
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
          {draft.trim() === '' ? t('ticket.nothingToPreview') : <Markdown text={draft} />}
        </div>
      ) : (
        <Textarea
          ref={field}
          autosize
          autoFocus={mayTakeFocus()}
          minRows={6}
          maxRows={24}
          maxLength={100_000}
          aria-label={t('ticket.description')}
          description={t('ticket.markdownHint')}
          inputWrapperOrder={['input', 'description']}
          data-mantine-stop-propagation="true"
          value={draft}
          onChange={(event) => typing.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') typing.leave();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep();
          }}
        />
      )}
      {images.list}
      <Group gap="xs" mt="xs">
        {!typing.clash && (
          <Button size="xs" disabled={images.busy} onClick={keep}>
            {t('common.save')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={typing.discard}>
          {t(draft === text ? 'common.cancel' : 'common.draftDiscard')}
        </Button>
        {!typing.clash && (
          <Text size="xs" c="dimmed">
            {t('ticket.saveHint')}
          </Text>
        )}
      </Group>
    </div>
  );
}
