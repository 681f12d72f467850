import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { HiddenProject } from '../../api/types.gen';
import { useFormat, useT } from '../../i18n';

/** Projects left out because the reader cannot see their cost. */
export function HiddenProjects(props: { projects: readonly HiddenProject[] }) {
  const t = useT();
  const { compare } = useFormat();
  const projects = [...props.projects].sort((a, b) => compare(a.name, b.name));
  const names = projects.map(({ uuid, name }, n) => (
    <Fragment key={uuid}>
      {n > 0 && ', '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(given) => <Link {...given} to="/projects/$project/finance" params={{ project: uuid }} />}
      >
        {name}
      </Anchor>
    </Fragment>
  ));
  return t.rich('portfolio.hidden', { count: projects.length, names });
}
