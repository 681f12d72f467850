import { Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/http';
import { inviteMember, membersKey } from '../../../api/members';
import type { NewMemberBody } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { DialogButtons } from '../../../ui/DialogButtons';
import { FormError } from '../../../ui/form';
import { useNotify } from '../../../ui/notify';
import { OneTimeLink } from '../../../ui/OneTimeLink';
import { useChange } from '../parts/useChange';
import { MemberFields } from './MemberFields';

const fresh = { email: '', firstname: '', lastname: '', role: 'member', scrum_role: 'developer', service: '' } as const;
type Typed = Required<NewMemberBody>;

/**
 * Invites someone by email. Instance administrators can also invite people without an account, and get a one-time link for them.
 */
export function InviteMember(props: { project: string; onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const [link, setLink] = useState<string | null>(null);
  const [typed, setTyped] = useState<Typed>(fresh);
  const [stranger, setStranger] = useState(false);
  const inviting = useChange({
    project: props.project,
    list: membersKey(props.project),
    run: (body: NewMemberBody) => inviteMember(props.project, body),
    onDone: (answer) => {
      if (answer.link !== null) return setLink(answer.link);
      notify.done(t('settings.memberWaits', { name: answer.member.name }));
      props.onClose();
    },
    onFailed: (error) => {
      if (nameIsMissing(error)) setStranger(true);
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    inviting.mutate(bodyOf(typed));
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('settings.inviteTitle')}
      closeOnClickOutside={link === null}
      size="lg"
    >
      {link !== null ? (
        <OneTimeLink
          link={link}
          name={`${typed.firstname} ${typed.lastname}`}
          text={t('settings.linkText')}
          onClose={props.onClose}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <Who
              typed={typed}
              stranger={stranger}
              error={inviting.error}
              onChange={(part) => setTyped((old) => ({ ...old, ...part }))}
            />
            <MemberFields value={typed} onChange={(part) => setTyped((old) => ({ ...old, ...part }))} />
            <FormError error={placed(inviting.error) ? null : inviting.error} />
            <DialogButtons
              action={t('settings.invite')}
              onCancel={props.onClose}
              busy={inviting.isPending}
              disabled={typed.email.trim() === ''}
            />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

const fieldOf = (error: unknown) => (error instanceof ApiError ? error.field : null);
const placed = (error: unknown) => ['email', 'firstname', 'lastname'].includes(fieldOf(error) ?? '');
const nameIsMissing = (error: unknown) => ['firstname', 'lastname'].includes(fieldOf(error) ?? '');

/** Leaves out empty names. */
function bodyOf(typed: Typed): NewMemberBody {
  const { firstname, lastname, ...rest } = typed;
  return {
    ...rest,
    email: typed.email.trim(),
    ...(firstname.trim() === '' ? {} : { firstname: firstname.trim() }),
    ...(lastname.trim() === '' ? {} : { lastname: lastname.trim() }),
  };
}

interface WhoProps {
  typed: Typed;
  /** No account has this email and an administrator is inviting, so names are required. */
  stranger: boolean;
  error: unknown;
  onChange: (part: Partial<Typed>) => void;
}

function Who({ typed, stranger, error, onChange }: WhoProps) {
  const t = useT();
  const words = useWords();
  const at = (field: string) =>
    fieldOf(error) === field && !(stranger && nameIsMissing(error)) ? words.error(error) : undefined;
  const missing = (field: 'firstname' | 'lastname') =>
    stranger && fieldOf(error) === field && typed[field].trim() === '' ? t('settings.inviteName') : undefined;
  return (
    <>
      <TextInput
        type="email"
        label={t('settings.email')}
        description={t('settings.emailText')}
        autoComplete="off"
        data-autofocus
        value={typed.email}
        error={at('email')}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      {stranger && (
        <>
          <Text role="status">{t('settings.inviteStranger')}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {(['firstname', 'lastname'] as const).map((field) => (
              <TextInput
                key={field}
                label={t(`settings.${field}`)}
                maxLength={100}
                value={typed[field]}
                error={missing(field)}
                onChange={(event) => onChange({ [field]: event.currentTarget.value })}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </>
  );
}
