// Files that are dropped or pasted.

import { pastedName } from './names';

export const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** The files that were dropped. Folders are left out: they cannot be read. */
export function droppedFiles(data: DataTransfer): File[] {
  return [...data.items]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory)
    .flatMap((item) => item.getAsFile() ?? []);
}

/** The files that were pasted; none if text was pasted, such as cells of a spreadsheet, which come with an image of themselves. */
export function pastedFiles(data: DataTransfer | null, now: Date): File[] {
  if (data === null || data.getData('text/plain') !== '') return [];
  return [...data.files].map((file) => new File([file], pastedName(file.name, now), { type: file.type }));
}
