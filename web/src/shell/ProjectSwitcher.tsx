import { Combobox, useCombobox } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { projectsQuery } from '../api/projects';
import { useFormat, useT } from '../i18n';
import { containsWords } from '../searchWords';
import { TicketKey } from '../ui/TicketKey';
import { homePages } from './nav';
import classes from './Shell.module.css';

/** Shows the current project, and switches to another by name. */
export function ProjectSwitcher(props: { uuid: string; name: string; color: string }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const listing = useQuery({ ...projectsQuery, enabled: combobox.dropdownOpened });
  const found = (listing.data?.projects ?? [])
    .filter((project) => containsWords(`${project.name} ${project.key}`, search))
    .sort((a, b) => Number(b.favourite) - Number(a.favourite) || format.compare(a.name, b.name));
  const go = (value: string) => {
    combobox.closeDropdown();
    const home = homePages.find((page) => page.to === value);
    void navigate(home ? { to: home.to } : { to: '/projects/$project/board', params: { project: value } });
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={go}
      width={300}
      position="bottom-start"
      withinPortal={false}
      keepMounted={false}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.switcher}
          onClick={() => combobox.toggleDropdown()}
          aria-label={`${t('shell.switchProject')}, ${props.name}`}
        >
          <span className={classes.dot} style={{ background: props.color }} />
          <span className={classes.switcherName}>{props.name}</span>
          <IconSelector size={16} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.selectFirstOption();
          }}
          placeholder={t('shell.findProject')}
          aria-label={t('shell.findProject')}
        />
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }} aria-label={t('shell.projects')}>
          {found.map((project) => (
            <Combobox.Option key={project.uuid} value={project.uuid} active={project.uuid === props.uuid}>
              <span className={classes.option}>
                <span className={classes.dot} style={{ background: project.color }} />
                <span className={classes.optionName}>{project.name}</span>
                <TicketKey value={project.key} />
              </span>
            </Combobox.Option>
          ))}
          {listing.isSuccess && found.length === 0 && <Combobox.Empty>{t('shell.noProject')}</Combobox.Empty>}
          <Combobox.Group label={t('shell.allProjects')}>
            {homePages.map((page) => (
              <Combobox.Option key={page.to} value={page.to}>
                <span className={classes.option}>
                  <page.icon size={16} stroke={1.8} aria-hidden />
                  {t(page.text)}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
