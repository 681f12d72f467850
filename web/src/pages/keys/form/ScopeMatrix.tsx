import { Checkbox } from '@mantine/core';
import { useT } from '../../../i18n';
import { type Access, type Resource, resourcesOf, toggled } from '../scopes';
import { useScopeWords } from '../useScopeWords';
import classes from './form.module.css';

interface Props {
  all: readonly string[];
  value: string[];
  onChange: (scopes: string[]) => void;
}

/** A row for each resource, with a description of each scope. */
export function ScopeMatrix(props: Props) {
  const t = useT();
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col">{t('keys.resource')}</th>
          <th scope="col">
            <SelectColumn {...props} access="read" />
          </th>
          <th scope="col">
            <SelectColumn {...props} access="write" />
          </th>
        </tr>
      </thead>
      <tbody>
        {resourcesOf(props.all).map((resource) => (
          <Row key={resource.name} {...props} resource={resource} />
        ))}
      </tbody>
    </table>
  );
}

function Row(props: Props & { resource: Resource }) {
  const t = useT();
  const words = useScopeWords();
  const { resource } = props;
  return (
    <tr>
      <th scope="row">{words.resource(resource.name)}</th>
      <td>{resource.read !== null && <Cell {...props} scope={resource.read} access="read" />}</td>
      <td>
        {resource.write === null ? (
          <span className={classes.never}>{t('keys.noWrite')}</span>
        ) : (
          <Cell {...props} scope={resource.write} access="write" />
        )}
      </td>
    </tr>
  );
}

function Cell(props: Props & { scope: string; access: Access; resource: Resource }) {
  const t = useT();
  const words = useScopeWords();
  const name = `${words.resource(props.resource.name)}: ${t(`keys.${props.access}`)}`;
  return (
    <Checkbox
      size="sm"
      label={words.sentence(props.scope)}
      aria-label={`${name}. ${words.sentence(props.scope)}`}
      checked={props.value.includes(props.scope)}
      onChange={(event) => props.onChange(toggled(props.value, [props.scope], event.currentTarget.checked, props.all))}
    />
  );
}

/** Selects a whole column. */
function SelectColumn(props: Props & { access: Access }) {
  const t = useT();
  const column = props.all.filter((scope) => scope.endsWith(`:${props.access}`));
  const count = column.filter((scope) => props.value.includes(scope)).length;
  return (
    <Checkbox
      size="sm"
      label={t(`keys.${props.access}`)}
      aria-label={t(`keys.${props.access}All`)}
      checked={count === column.length}
      indeterminate={count > 0 && count < column.length}
      onChange={(event) => props.onChange(toggled(props.value, column, event.currentTarget.checked, props.all))}
    />
  );
}
