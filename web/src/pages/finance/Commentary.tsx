import { Anchor, Button, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { saveCommentary } from '../../api/commentary';
import { financeKey } from '../../api/finance';
import { useFrame } from '../../api/frame';
import { hasCode } from '../../api/http';
import type { FinancePage } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { FormClash } from '../../ui/Clash';
import { DialogButtons } from '../../ui/DialogButtons';
import { FormError, useForm } from '../../ui/form';
import { Section } from '../../ui/Section';
import { useFormDraft } from '../../ui/useFormDraft';
import classes from './finance.module.css';

/** The longest commentary. */
const most = 10_000;

/** What those who manage the project have to say about its state on the day shown. It is also in the report of that day. */
export function Commentary({ project, page }: { project: string; page: FinancePage }) {
  const t = useT();
  const format = useFormat();
  const { may } = useFrame(project);
  const [editing, setEditing] = useState(false);
  const { commentary, earlier_commentary: earlier, day } = page;
  const editable = may.manage && day <= page.today;
  if (commentary === null && earlier === null && !editable) return null;
  return (
    <Section
      title={t('finance.commentary')}
      text={
        commentary === null
          ? t('finance.commentaryNone', { day: format.date(day) })
          : t('finance.commentaryBy', { author: commentary.author, moment: format.dateTime(commentary.updated_at) })
      }
      action={
        editable &&
        !editing && (
          <Button variant="default" className={classes.action} onClick={() => setEditing(true)}>
            {t(commentary === null ? 'finance.commentaryWrite' : 'common.edit')}
          </Button>
        )
      }
    >
      {editing && <Editor project={project} day={day} commentary={commentary} onClose={() => setEditing(false)} />}
      {!editing && commentary && <Text className={classes.typed}>{commentary.content}</Text>}
      {earlier !== null && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="." search={(old) => ({ ...old, as_of: earlier })} />}
        >
          {t('finance.commentaryEarlier', { day: format.date(earlier) })}
        </Anchor>
      )}
    </Section>
  );
}

function Editor(props: { project: string; day: string; commentary: FinancePage['commentary']; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useFormDraft({ content: props.commentary?.content ?? '' });
  useEffect(() => field.current?.focus(), []);
  const reload = () => queries.invalidateQueries({ queryKey: financeKey(props.project) });
  const form = useForm({
    fields: ['content'],
    send: (typed) => saveCommentary(props.project, { day: props.day, content: typed.content ?? '' }, props.commentary),
    onDone: async () => {
      await reload();
      props.onClose();
    },
    onFailed: (error) => {
      if (hasCode(error, 'changed_meanwhile')) void reload();
    },
  });
  const clash = draft.theirs.content !== undefined && !form.busy;
  const label = t('finance.commentaryOn', { day: format.date(props.day) });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Textarea
          name="content"
          label={label}
          description={t('finance.commentaryText')}
          value={draft.value.content}
          onChange={(event) => draft.set({ content: event.currentTarget.value })}
          maxLength={most}
          autosize
          minRows={4}
          maxRows={16}
          error={form.errorAt('content')}
          ref={field}
        />
        {clash && <FormClash over={draft} describe={({ content }) => ({ [label]: content })} />}
        <FormError error={clash && hasCode(form.error, 'changed_meanwhile') ? undefined : form.error} />
        <DialogButtons action={t('common.save')} busy={form.busy} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}
