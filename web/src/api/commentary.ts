// What those who manage a project have to say about its state on a day.

import { put } from './http';
import type { Commentary, CommentaryBody, Done } from './types.gen';

/** Saves the commentary on a day in place of what was there, if anything; an empty text deletes it. */
export const saveCommentary = (project: string, body: CommentaryBody, over: Commentary | null) =>
  put<Done>(`/projects/${project}/commentary`, body, over?.version ?? '');
