import { Button, Combobox, Group, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat, useT } from '../../i18n';
import { containsWords } from '../../searchWords';
import { useOptionsOnFocus } from '../../ui/Select';
import classes from './board.module.css';

export interface Choice {
  value: string;
  name: string;
}

interface Props {
  label: string;
  choices: Choice[];
  chosen: string[];
  onToggle: (value: string) => void;
  /** Exactly one value is always chosen, so choosing one closes the menu. */
  single?: boolean;
}

/** Number of choices above which a search field appears. */
const many = 8;

/** One filter: a button that shows the selection and opens the choices. */
export function FacetMenu(props: Props) {
  const t = useT();
  const [text, setText] = useState('');
  const searchable = props.choices.length > many;
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
    },
    onDropdownOpen: () => (searchable ? combobox.focusSearchInput() : combobox.selectFirstOption()),
  });
  const submit = (value: string) => {
    props.onToggle(value);
    if (props.single) combobox.closeDropdown();
  };
  const options = useOptionsOnFocus();
  const found = props.choices.filter((choice) => containsWords(choice.name, text));
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      withinPortal={false}
      keepMounted={options.keepMounted}
      onOptionSubmit={submit}
    >
      <Combobox.Target targetType="button" withAriaAttributes={!searchable}>
        <Button
          className={classes.facet}
          size="xs"
          variant={props.chosen.length > 0 && !props.single ? 'light' : 'default'}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onFocus={options.onFocus}
          onClick={() => combobox.toggleDropdown()}
        >
          <Summary {...props} />
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable && (
          <Combobox.Search
            value={text}
            aria-label={t('board.findOption')}
            placeholder={t('board.findOption')}
            onChange={(event) => {
              setText(event.currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
          />
        )}
        <Combobox.Options mah={300} className={classes.options} aria-label={props.label}>
          {found.length === 0 && <Combobox.Empty>{t('common.noChoice')}</Combobox.Empty>}
          {found.map((choice) => (
            <Combobox.Option key={choice.value} value={choice.value} active={props.chosen.includes(choice.value)}>
              <Group gap="xs" wrap="nowrap">
                <IconCheck
                  size={16}
                  className={classes.tick}
                  data-on={props.chosen.includes(choice.value)}
                  aria-hidden
                />
                <span className={classes.choice}>{choice.name}</span>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Summary(props: Props) {
  const t = useT();
  const format = useFormat();
  const names = props.chosen.map((value) => props.choices.find((choice) => choice.value === value)?.name ?? value);
  if (names.length === 0) return props.label;
  const first = names[0] ?? '';
  const values = names.length === 1 ? first : t('board.facetMore', { first, count: format.number(names.length - 1) });
  return t('board.facetOf', { facet: props.label, values });
}
