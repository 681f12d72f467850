import { Button, Group, Modal, Stack, Stepper } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n';
import { FormError } from '../../ui/form';

interface Props {
  title: string;
  steps: { name: string; content: ReactNode; ready?: boolean }[];
  /** Label of the last button. */
  action: string;
  busy: boolean;
  error: unknown;
  onDone: () => void;
  onClose: () => void;
}

/** A step-by-step dialog; its action runs after the last step. */
export function StepDialog(props: Props) {
  const t = useT();
  const [at, setAt] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const began = useRef(false);
  useEffect(() => {
    if (began.current || at > 0) top.current?.focus();
    began.current = true;
  }, [at]);
  const step = props.steps[at];
  const last = at === props.steps.length - 1;
  const name = t('sprint.stepOf', { step: at + 1, steps: props.steps.length, name: step?.name ?? '' });
  return (
    <Modal
      opened
      size="lg"
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Stepper active={at} onStepClick={(to) => to < at && setAt(to)} allowNextStepsSelect={false} size="xs" wrap>
          {props.steps.map(({ name }) => (
            <Stepper.Step key={name} label={name} />
          ))}
        </Stepper>
        <Stack ref={top} tabIndex={-1} role="group" aria-label={name} style={{ outline: 'none' }} mih={220}>
          {step?.content}
        </Stack>
        {last && <FormError error={props.error} />}
        <Group justify="space-between" gap="xs">
          <Button variant="default" onClick={() => (at === 0 ? props.onClose() : setAt(at - 1))}>
            {at === 0 ? t('common.cancel') : t('common.back')}
          </Button>
          {last ? (
            <Button loading={props.busy} onClick={props.onDone}>
              {props.action}
            </Button>
          ) : (
            <Button disabled={step?.ready === false} onClick={() => setAt(at + 1)}>
              {t('common.next')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
