import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { WhatIf } from '../../api/types.gen';
import type { Question } from '../../api/whatif';
import { ChangeField } from './ChangeField';
import { DatesField } from './DatesField';
import classes from './forecast.module.css';
import { GrowthField } from './GrowthField';
import { readChange, writeChange } from './question';

/** The inputs, written to the URL and read from there. Rates are only for readers who can see cost. */
export function Controls({ question, present, seesCost }: { question: Question; present: WhatIf; seesCost: boolean }) {
  const navigate = useNavigate();
  // Collects changes made in the same tick, so that none is lost.
  const pending = useRef<Question>({});
  const send = useDebouncedCallback(() => {
    const change = pending.current;
    pending.current = {};
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  }, 250);
  const ask = (change: Question) => {
    pending.current = { ...pending.current, ...change };
    send();
  };
  const { now } = present;
  return (
    <div className={classes.controls}>
      <ChangeField
        name="scope"
        change={readChange(question.scope, 'more')}
        now={now.forecast.remaining_sp}
        most={{ low: -90, high: 150 }}
        modes={now.forecast.remaining_sp > 0 ? ['percent', 'more', 'exactly'] : ['percent']}
        onChange={(change) => ask({ scope: writeChange(change) })}
      />
      <ChangeField
        name="velocity"
        change={readChange(question.velocity, 'factor')}
        now={now.pace_sp}
        most={{ low: -80, high: 150 }}
        modes={now.pace_sp !== null && now.pace_sp > 0 ? ['percent', 'more', 'exactly'] : ['percent']}
        onChange={(change) => ask({ velocity: writeChange(change) })}
      />
      {seesCost && (
        <ChangeField
          name="rates"
          change={readChange(question.rates, 'factor')}
          now={null}
          most={{ low: -50, high: 100 }}
          modes={['percent']}
          onChange={(change) => ask({ rates: writeChange(change) })}
        />
      )}
      <DatesField
        question={question}
        plannedEnd={now.schedule?.planned_end ?? null}
        today={present.day}
        onChange={ask}
      />
      <GrowthField
        grows={question.growth === 'true'}
        onChange={(grows) => ask({ growth: grows ? 'true' : undefined })}
      />
    </div>
  );
}
