import { Switch, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n';
import classes from './forecast.module.css';

/** Whether the scope keeps growing as it did in past sprints. */
export function GrowthField({ grows, onChange }: { grows: boolean; onChange: (grows: boolean) => void }) {
  const t = useT();
  const [on, setOn] = useState(grows);
  useEffect(() => setOn(grows), [grows]);
  return (
    <div className={classes.control}>
      <Switch
        checked={on}
        label={<Text fw={600}>{t('forecast.growth')}</Text>}
        description={t('forecast.growthText')}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          onChange(event.currentTarget.checked);
        }}
      />
    </div>
  );
}
