// Forms: values are read on submit; an error about a field is shown at the field, and any other error above the button.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/http';
import { useT } from '../i18n';
import { useWords } from '../i18n/words';

export type Typed = Record<string, string>;

interface Options<T> {
  /** Names of the form's fields, so that errors about them are shown there. */
  fields: readonly string[];
  /** Required fields. */
  needed?: readonly string[];
  send: (typed: Typed) => Promise<T>;
  onDone: (answer: T, form: HTMLFormElement) => void;
  onFailed?: (error: unknown) => void;
}

export interface Form {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  /** The error of a field, for its `error` prop. */
  errorAt: (field: string) => string | undefined;
  /** An error that belongs to no field, or null. */
  error: unknown;
  /** The original error, wherever it is shown. */
  cause: unknown;
  reset: () => void;
}

/** Submits a form whose inputs have names. */
export function useForm<T>(options: Options<T>): Form {
  const t = useT();
  const words = useWords();
  const [empty, setEmpty] = useState<string[]>([]);
  const sending = useMutation({
    mutationFn: ({ typed }: { typed: Typed; form: HTMLFormElement }) => options.send(typed),
    onSuccess: (answer, { form }) => options.onDone(answer, form),
    onError: (error, { form }) => {
      options.onFailed?.(error);
      if (error instanceof ApiError && error.field !== null) focusOn(form, error.field);
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = formValues(form);
    const missing = (options.needed ?? []).filter((name) => (typed[name] ?? '').trim() === '');
    setEmpty(missing);
    if (missing[0] !== undefined) focusOn(form, missing[0]);
    else if (!sending.isPending) sending.mutate({ typed, form });
  };
  const about = sending.error instanceof ApiError ? sending.error.field : null;
  const placed = about !== null && options.fields.includes(about);
  return {
    onSubmit,
    busy: sending.isPending,
    errorAt: (field) => {
      if (empty.includes(field)) return t('common.needed');
      return placed && about === field ? words.error(sending.error) : undefined;
    },
    error: placed ? null : sending.error,
    cause: sending.error,
    reset: () => {
      setEmpty([]);
      sending.reset();
    },
  };
}

function formValues(form: HTMLFormElement): Typed {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function focusOn(form: HTMLFormElement, field: string): void {
  const input = form.elements.namedItem(field);
  if (input instanceof HTMLElement) input.focus();
}

export function FormError(props: { error: unknown }) {
  const words = useWords();
  if (props.error === null || props.error === undefined) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {words.error(props.error)}
    </Alert>
  );
}
