import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronRight, IconFocusCentered } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExplainAsk } from '../../api/explain';
import type { Term } from '../../api/types.gen';
import { useT } from '../../i18n';
import { type PartsProps, TermList } from './Breakdown';
import classes from './explain.module.css';
import { opKey } from './terms';
import { useTermNames } from './useTermNames';

/** One term with its value; its own parts expand below. */
export function TermLine(props: PartsProps & { sign: string }) {
  const t = useT();
  const { term, ask, explanation, depth } = props;
  const names = useTermNames(explanation.by_day);
  const [opened, setOpened] = useState(false);
  const name = names.name(term);
  const note = names.note(term);
  return (
    <li>
      <div className={classes.line}>
        {term.parts > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-expanded={opened}
            aria-label={t(opened ? 'explain.close' : 'explain.open', { name })}
            className={classes.opener}
            onClick={() => setOpened(!opened)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <span />
        )}
        <span className={classes.sign} aria-hidden={props.sign === ''}>
          {props.sign}
        </span>
        <span className={classes.name}>
          <TermName ask={ask} term={term} name={name} />
          {note !== '' && <small>{note}</small>}
          {term.parts > 0 && (
            <small>
              {t('explain.parts', { count: term.parts })}, {t(`explain.op_${opKey(term.op)}`)}
            </small>
          )}
        </span>
        <b className="figures">
          <data value={term.value ?? ''}>{names.value(term)}</data> <small>{names.unit(term)}</small>
        </b>
        {term.parts > 0 ? <FocusLink ask={ask} term={term} name={name} /> : <span />}
      </div>
      {opened && <TermList ask={ask} term={term} explanation={explanation} depth={depth + 1} />}
    </li>
  );
}

/** The name of a term, linked if there is a page for it. */
function TermName({ ask, term, name }: { ask: ExplainAsk; term: Term; name: string }) {
  const { project } = ask;
  const { uuid } = term;
  if (term.kind === 'indicator') {
    return (
      <Link
        to="/projects/$project/finance/$indicator"
        params={{ project, indicator: term.name }}
        search={{ as_of: ask.asOf }}
      >
        {name}
      </Link>
    );
  }
  if (uuid === null) return <span>{name}</span>;
  if (term.kind === 'sprint') {
    return (
      <Link to="/projects/$project/sprints/$sprint" params={{ project, sprint: uuid }}>
        {name}
      </Link>
    );
  }
  return (
    <Link to="." search={(old) => ({ ...old, ticket: uuid })} resetScroll={false}>
      {name}
    </Link>
  );
}

/** Opens a deeply nested term on its own page. */
function FocusLink({ ask, term, name }: { ask: ExplainAsk; term: Term; name: string }) {
  const t = useT();
  const label = t('explain.focus', { name });
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        className={classes.focus}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/projects/$project/finance/$indicator"
            params={{ project: ask.project, indicator: ask.indicator }}
            search={{ as_of: ask.asOf, path: term.path }}
          />
        )}
      >
        <IconFocusCentered size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
