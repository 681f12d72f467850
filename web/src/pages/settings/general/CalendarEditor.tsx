import { Button, Checkbox, Group, Pill, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat, useT } from '../../../i18n';
import { DateField } from '../../../ui/DateField';

const week = [1, 2, 3, 4, 5, 6, 7];
const mostHolidays = 1000;

interface Props {
  workdays: number[];
  holidays: string[];
  may: boolean;
  onChange: (change: { workdays?: number[]; holidays?: string[] }) => void;
}

/** Edits the working days and holidays of a project. */
export function CalendarEditor({ workdays, holidays, may, onChange }: Props) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <Checkbox.Group
        label={t('settings.workdays')}
        error={workdays.length === 0 && t('settings.needWorkday')}
        value={workdays.map(String)}
        onChange={(days) => onChange({ workdays: days.map(Number).sort((a, b) => a - b) })}
      >
        <Group mt="xs" gap="md">
          {week.map((day) => (
            <Checkbox key={day} value={String(day)} disabled={!may} label={format.weekday(day)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Holidays holidays={holidays} may={may} onChange={(changed) => onChange({ holidays: changed })} />
    </>
  );
}

function Holidays(props: { holidays: string[]; may: boolean; onChange: (holidays: string[]) => void }) {
  const t = useT();
  const format = useFormat();
  const { holidays, may, onChange } = props;
  return (
    <div>
      <Text fw={500} size="sm">
        {t('settings.holidays')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t(holidays.length === 0 ? 'settings.holidaysEmpty' : 'settings.holidaysText')}
      </Text>
      <Pill.Group>
        {holidays.map((day) => (
          <Pill
            key={day}
            withRemoveButton={may}
            removeButtonProps={{
              'aria-label': t('settings.holidayRemove', { date: format.date(day) }),
              'aria-hidden': false, // Mantine hides the button from the keyboard and screen readers
              tabIndex: 0,
            }}
            onRemove={() => onChange(holidays.filter((other) => other !== day))}
          >
            {format.date(day)}
          </Pill>
        ))}
      </Pill.Group>
      {may && holidays.length < mostHolidays && (
        <AddHoliday onAdd={(day) => onChange([...new Set([...holidays, day])].sort())} />
      )}
    </div>
  );
}

/** Not a form, because the surrounding form saves everything together. */
function AddHoliday(props: { onAdd: (day: string) => void }) {
  const t = useT();
  const [day, setDay] = useState('');
  const [count, setCount] = useState(0); // a new key empties the field
  const add = () => {
    props.onAdd(day);
    setDay('');
    setCount(count + 1);
  };
  return (
    <Group mt="xs" align="flex-start">
      <DateField key={count} name="holiday" label={t('settings.holidayAdd')} onChange={setDay} />
      <Button
        mt={25}
        variant="default"
        disabled={day === ''}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
      >
        {t('common.add')}
      </Button>
    </Group>
  );
}
