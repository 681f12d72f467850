// What those who manage a project have to say about its state on a day.

import { put } from './http';
import type { CommentaryBody, Done } from './types.gen';

/** Saves the commentary on a day; an empty text deletes it. */
export const saveCommentary = (project: string, body: CommentaryBody) =>
  put<Done>(`/projects/${project}/commentary`, body);
