import { Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { Indicator } from '../../api/finance';
import { useT } from '../../i18n';
import { groups, useIndicators } from '../../ui/indicators';
import classes from './portfolio.module.css';

export function ChooseColumns(props: {
  columns: readonly Indicator[];
  onChange: (columns: Indicator[] | undefined) => void;
}) {
  const t = useT();
  return (
    <Popover position="bottom-end" width={360} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('portfolio.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.columns} aria-label={t('portfolio.columns')}>
        <Choices {...props} />
        <Button mt="sm" size="compact-sm" variant="subtle" onClick={() => props.onChange(undefined)}>
          {t('portfolio.usualColumns')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices(props: { columns: readonly Indicator[]; onChange: (columns: Indicator[]) => void }) {
  const t = useT();
  const { of } = useIndicators();
  const { columns } = props;
  return (
    <Checkbox.Group
      value={[...columns]}
      onChange={(chosen) => chosen.length > 0 && props.onChange(chosen as Indicator[])}
    >
      <Stack gap="sm">
        {groups.map(({ group, fields }) => (
          <div key={group}>
            <Text size="sm" fw={600} mb={4}>
              {t(`indicators.group_${group}`)}
            </Text>
            <Group gap="xs">
              {fields.map((field) => (
                <Checkbox key={field} size="sm" value={field} label={of(field).label} title={of(field).name} />
              ))}
            </Group>
          </div>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
