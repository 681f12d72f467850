// Wire values in the reader's language.

import { useMemo } from 'react';
import { ApiError } from '../api/http';
import type { FrameStatus, Priority, Role, SprintStatus } from '../api/types.gen';
import { type Translate, useLanguage, useT } from '.';

/** Default labels of the built-in statuses; a renamed status keeps its own label. */
const builtIn: Record<string, readonly string[]> = {
  backlog: ['Backlog'],
  todo: ['To do', 'À faire'],
  in_progress: ['In progress', 'En cours'],
  in_review: ['In review', 'En revue'],
  done: ['Done', 'Terminé'],
  blocked: ['Blocked', 'Bloqué'],
};

export interface Words {
  priority: (priority: Priority) => string;
  status: (status: Pick<FrameStatus, 'key' | 'label'>) => string;
  sprintStatus: (status: SprintStatus) => string;
  role: (role: Role) => string;
  /** An error message by code and field; the server's own sentence is used in English only. */
  error: (error: unknown) => string;
}

export function useWords(): Words {
  const t = useT();
  const { language } = useLanguage();
  return useMemo(
    () => ({
      priority: (priority) => t(`words.priority_${priority}`),
      status: ({ key, label }) => (builtIn[key]?.includes(label) ? textOr(t, `words.status_${key}`, label) : label),
      sprintStatus: (status) => t(`words.sprint_${status}`),
      role: (role) => t(`words.role_${role}`),
      error: (error) => errorText(t, error, language === 'en'),
    }),
    [t, language],
  );
}

const textOr = (t: Translate, key: string, otherwise: string): string => (t.has(key) ? t(key) : otherwise);

export function errorText(t: Translate, error: unknown, english: boolean): string {
  if (!(error instanceof ApiError)) return t('errors.internal');
  if (error.retryAfter !== null && error.code === 'too_many_tries')
    return t('errors.too_many_tries_wait', waitTime(error.retryAfter));
  if (error.free !== undefined) return t('errors.key_taken', { free: error.free });
  const ofField = `errors.${error.code}_${error.field}`;
  if (t.has(ofField)) return t(ofField);
  if (english && hasSpecificMessage(error.code) && error.message !== '') return sentence(error.message);
  return textOr(t, `errors.${error.code}`, t('errors.internal'));
}

/** Codes whose server message, which is in English, is more specific than our text for the code alone. */
const hasSpecificMessage = (code: string) => code === 'invalid' || code === 'conflict' || code === 'forbidden';

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

function waitTime(seconds: number): { wait: string } {
  return { wait: seconds < 90 ? `${seconds}\u00a0s` : `${Math.ceil(seconds / 60)}\u00a0min` };
}
