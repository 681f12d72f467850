// Names and sizes of files that are about to be sent.

import { ApiError } from '../../../api/http';

const longest = 255;
/** Characters that the server refuses: they separate folders, control or break the line, or change its direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not contain
const refused = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** A name that the server accepts. A name that is too long keeps its ending. */
export function acceptedName(name: string): string {
  const clean = [...name.replace(refused, '_').trim()];
  if (clean.join('').replace(/[.\s]/g, '') === '') return 'file';
  if (clean.length <= longest) return clean.join('');
  const ending = /\.[^.]{1,20}$/u.exec(clean.join(''))?.[0] ?? '';
  return clean.slice(0, longest - [...ending].length).join('') + ending;
}

/** Browsers call every pasted image "image.png". The time tells them apart. */
export function pastedName(name: string, now: Date): string {
  const ending = /^image(\.\w+)$/.exec(name)?.[1];
  if (ending === undefined) return name;
  const two = (n: number) => String(n).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `image ${day} ${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}${ending}`;
}

/** The error for a file that the server would refuse; null if the page does not know its limit yet, or the file is within it. */
export function sizeError(size: number, limit: number | undefined): ApiError | null {
  if (limit === undefined || size <= limit) return null;
  return new ApiError({ status: 413, code: 'file_too_large', field: null, message: '', retryAfter: null });
}
