import { UnstyledButton } from '@mantine/core';
import { useT } from '../../../i18n';
import { presetOf, presets, scopesOf } from '../scopes';
import classes from './form.module.css';

/** Buttons that fill in the matrix for common uses. */
export function Presets(props: { all: readonly string[]; value: string[]; onChange: (scopes: string[]) => void }) {
  const t = useT();
  const chosen = presetOf(props.value, props.all);
  return (
    <fieldset className={classes.presets} aria-label={t('keys.presets')}>
      {presets.map((preset) => (
        <UnstyledButton
          key={preset}
          className={classes.preset}
          aria-pressed={chosen === preset}
          onClick={() => props.onChange(scopesOf(preset, props.all))}
        >
          <span className={classes.presetName}>{t(`keys.preset_${preset}`)}</span>
          <span className={classes.presetText}>{t(`keys.preset_${preset}_text`)}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
