import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Reply, replyToInvitation, replyToOffer, waitingKey, waitingQuery } from '../../api/invitations';
import { projectsKey } from '../../api/projects';
import type { PersonName } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';
import { useWords } from '../../i18n/words';
import { useNotify } from '../../ui/notify';

/** Pending invitations and offers; empty if there are none. */
export function PendingInvitations() {
  const t = useT();
  const format = useFormat();
  const words = useWords();
  const waiting = useQuery(waitingQuery).data;
  if (!waiting || waiting.invitations.length + waiting.offers.length === 0) return null;
  return (
    <Stack component="section" gap="xs" mb="lg" aria-label={t('projects.waiting')}>
      {waiting.offers.map((offer) => (
        <Item
          key={offer.project_uuid}
          title={t('projects.offer', { project: offer.project })}
          text={t('projects.offerText', {
            person: personLabel(offer.by),
            date: format.date(offer.expires_at.slice(0, 10)),
          })}
          project={offer.project}
          accepted={t('projects.offerAccepted', { project: offer.project })}
          reply={(reply) => replyToOffer(offer.project_uuid, reply)}
        />
      ))}
      {waiting.invitations.map(({ uuid, project, role, by }) => (
        <Item
          key={uuid}
          title={t('projects.invitation', { project })}
          text={
            by === null
              ? t('projects.invitationRole', { role: words.role(role) })
              : t('projects.invitationText', { person: personLabel(by), role: words.role(role) })
          }
          project={project}
          accepted={t('projects.invitationAccepted', { project })}
          reply={(reply) => replyToInvitation(uuid, reply)}
        />
      ))}
    </Stack>
  );
}

/** Users choose their own name, so the email is shown too. */
const personLabel = ({ name, email }: PersonName) => (name === '' || name === email ? email : `${name} (${email})`);

interface ItemProps {
  title: string;
  text: string;
  project: string;
  accepted: string;
  reply: (reply: Reply) => Promise<unknown>;
}

function Item({ title, text, project, accepted, reply }: ItemProps) {
  const t = useT();
  const client = useQueryClient();
  const notify = useNotify();
  const replying = useMutation({
    mutationFn: reply,
    onSuccess: (_answer, said) => notify.done(said === 'accept' ? accepted : t('projects.declined', { project })),
    onError: (error) => notify.failed(error),
    onSettled: () => Promise.all([waitingKey, projectsKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const busy = (said: Reply) => replying.isPending && replying.variables === said;
  return (
    <Paper p="md" radius="lg" role="group" aria-label={title}>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            disabled={replying.isPending}
            loading={busy('decline')}
            onClick={() => replying.mutate('decline')}
          >
            {t('projects.decline')}
          </Button>
          <Button disabled={replying.isPending} loading={busy('accept')} onClick={() => replying.mutate('accept')}>
            {t('projects.accept')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
