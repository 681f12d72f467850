import { NumberInput, SegmentedControl, Slider, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useFormat, useLanguage, useT } from '../../i18n';
import classes from './forecast.module.css';
import { type Change, type Mode, rangeOf, syncField } from './question';

interface Props {
  name: 'scope' | 'velocity' | 'rates';
  change: Change;
  /** The current value, for the slider's range. */
  now: number | null;
  /** Limits of a percentage change. */
  most: { low: number; high: number };
  modes: readonly Mode[];
  onChange: (change: Change) => void;
}

/** Changes one input: a slider for a guess, a number for an exact figure. */
export function ChangeField(props: Props) {
  const t = useT();
  const id = useId();
  const { mode: askedMode, amount: askedAmount } = props.change;
  const [change, setChange] = useState(props.change);
  useEffect(
    () => setChange((shown) => syncField(shown, { mode: askedMode, amount: askedAmount })),
    [askedMode, askedAmount],
  );
  const name = t(`forecast.${props.name}`);
  const [low, high] = rangeOf(change.mode, props.now, props.most);
  const apply = (next: Change) => {
    setChange(next);
    props.onChange(next);
  };
  const turn = (mode: Mode) => apply({ mode, amount: mode === 'exactly' ? round(props.now ?? 0) : 0 });
  return (
    <fieldset className={classes.control} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Text id={id} fw={600}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`forecast.${props.name}Text`)} <Present now={props.now} />
          </Text>
        </div>
        {props.modes.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('forecast.by', { name })}
            value={change.mode}
            data={props.modes.map((mode) => ({ value: mode, label: t(`forecast.mode_${mode}`) }))}
            onChange={(mode) => turn(mode as Mode)}
          />
        )}
      </div>
      <Amount {...props} name={name} change={change} low={low} high={high} onChange={apply} />
    </fieldset>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function Present({ now }: { now: number | null }) {
  const t = useT();
  const format = useFormat();
  return now === null ? null : `(${t('forecast.now').toLowerCase()} ${format.number(now, 1)})`;
}

interface AmountProps {
  name: string;
  change: Change;
  low: number;
  high: number;
  onChange: (change: Change) => void;
}

function Amount({ name, change, low, high, onChange }: AmountProps) {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const { mode, amount } = change;
  const set = (value: number) => onChange({ mode, amount: value });
  const suffix = mode === 'percent' ? '\u00a0%' : '';
  return (
    <div className={classes.amount}>
      <Slider
        min={low}
        max={high}
        step={1}
        value={Math.min(high, Math.max(low, amount))}
        label={(value) => `${value > 0 && mode !== 'exactly' ? '+' : ''}${format.number(value)}${suffix}`}
        thumbLabel={t('forecast.slider', { name })}
        startPointValue={mode === 'exactly' ? undefined : 0}
        onChange={set}
      />
      <NumberInput
        w={110}
        aria-label={t('forecast.amount', { name })}
        value={amount}
        decimalScale={2}
        decimalSeparator={language === 'fr' ? ',' : '.'}
        suffix={suffix}
        clampBehavior="none"
        onChange={(value) => typeof value === 'number' && set(value)}
      />
    </div>
  );
}
