import { Badge, Button, Group, Modal } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { endSecondFactor, newRecoveryCodes } from '../../api/session';
import { useT } from '../../i18n';
import { useNotify } from '../../ui/notify';
import { Section } from '../../ui/Section';
import { ConfirmPassword } from './ConfirmPassword';
import { EnableSecondFactor } from './EnableSecondFactor';
import { RecoveryCodes } from './RecoveryCodes';
import { useRefreshUser } from './useRefreshUser';

type Step = 'on' | 'off' | 'codes';

export function SecondFactor(props: { on: boolean }) {
  const t = useT();
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  const title = { on: t('account.factorOnTitle'), off: t('account.factorOffTitle'), codes: t('account.newCodes') };
  return (
    <Section title={t('account.factor')} text={t('account.factorText')} action={<State on={props.on} />}>
      <Group gap="xs">
        {props.on ? (
          <>
            <Button variant="default" onClick={() => setStep('codes')}>
              {t('account.newCodes')}
            </Button>
            <Button variant="light" color="red" onClick={() => setStep('off')}>
              {t('account.turnOff')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setStep('on')}>{t('account.turnOn')}</Button>
        )}
      </Group>
      <Modal opened={step !== null} onClose={close} title={step && title[step]} closeOnClickOutside={false}>
        {step === 'on' && <EnableSecondFactor onClose={close} />}
        {step === 'off' && <TurnOff onClose={close} />}
        {step === 'codes' && <NewCodes onClose={close} />}
      </Modal>
    </Section>
  );
}

function State(props: { on: boolean }) {
  const t = useT();
  const Sign = props.on ? IconShieldCheck : IconShieldOff;
  return (
    <Badge size="lg" variant="light" color={props.on ? 'green' : 'gray'} leftSection={<Sign size={16} aria-hidden />}>
      {props.on ? t('account.factorIsOn') : t('account.factorIsOff')}
    </Badge>
  );
}

function TurnOff(props: { onClose: () => void }) {
  const t = useT();
  const notify = useNotify();
  const refresh = useRefreshUser();
  return (
    <ConfirmPassword
      text={t('account.factorOffText')}
      action={t('account.turnOff')}
      danger
      withCode
      send={endSecondFactor}
      onDone={() => {
        refresh({ second_factor: false });
        notify.done(t('account.factorEnded'));
        props.onClose();
      }}
      onCancel={props.onClose}
    />
  );
}

function NewCodes(props: { onClose: () => void }) {
  const t = useT();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={props.onClose} />;
  return (
    <ConfirmPassword
      text={t('account.newCodesText')}
      action={t('account.newCodes')}
      withCode
      send={newRecoveryCodes}
      onDone={(answer) => setCodes(answer.recovery_codes)}
      onCancel={props.onClose}
    />
  );
}
