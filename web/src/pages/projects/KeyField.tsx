import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../../api/projects';
import { useT } from '../../i18n';
import { proposedKey } from './proposedKey';

/** Shows the key that a new project gets if nothing is typed here. */
export function KeyField(props: { name: string; error: string | undefined }) {
  const t = useT();
  const taken = useQuery(projectsQuery).data?.projects.map((project) => project.key) ?? [];
  const proposed = proposedKey(props.name, taken);
  return (
    <TextInput
      name="key"
      label={t('projects.key')}
      description={t('projects.keyHint', { example: `${proposed}-42` })}
      placeholder={props.name.trim() === '' ? undefined : proposed}
      maxLength={10}
      autoComplete="off"
      spellCheck={false}
      error={props.error}
    />
  );
}
