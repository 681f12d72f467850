import { Input, NumberInput } from '@mantine/core';
import { useId, useState } from 'react';
import { maxPoints } from '../../api/tickets';
import { useFormat, useT } from '../../i18n';
import classes from './ticket.module.css';
import { type TicketProps, useSave } from './useTicket';

const quick = [0, 1, 2, 3, 5, 8, 13] as const;

/** Common estimates in one click; any other can be typed. */
export function PointsField({ ticket }: TicketProps) {
  const t = useT();
  const format = useFormat();
  const save = useSave(ticket);
  const id = useId();
  const now = ticket.story_points;
  return (
    <div>
      <Input.Label component="div" id={id}>
        {t('ticket.points')}
      </Input.Label>
      <fieldset className={classes.points} aria-labelledby={id}>
        {quick.map((points) => (
          <button
            key={points}
            type="button"
            className={classes.point}
            aria-pressed={points === now}
            title={points === 0 ? t('ticket.pointsHint') : undefined}
            onClick={() => save({ story_points: points })}
          >
            {format.points(points)}
          </button>
        ))}
        <Other key={now} now={now} onKeep={(story_points) => save({ story_points })} />
      </fieldset>
    </div>
  );
}

function Other(props: { now: number; onKeep: (points: number) => void }) {
  const t = useT();
  const shown = quick.some((points) => points === props.now) ? '' : props.now;
  const [value, setValue] = useState<string | number>(shown);
  const keep = () => {
    if (typeof value === 'number' && value !== props.now) props.onKeep(value);
  };
  return (
    <NumberInput
      className={classes.otherPoints}
      classNames={{ input: classes.otherInput }}
      size="xs"
      hideControls
      min={0}
      max={maxPoints}
      decimalScale={2}
      allowNegative={false}
      aria-label={t('ticket.pointsOther')}
      placeholder={t('ticket.pointsOtherShort')}
      value={value}
      onChange={setValue}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}
