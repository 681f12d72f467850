import { useEffect, useEffectEvent } from 'react';
import { useFormat, useT } from '../i18n';
import { useNotify } from '../ui/notify';

/** Refuses to paste a text that is too long for its field: the browser would cut off its end without a word. */
export function usePasteLimit(): void {
  const t = useT();
  const format = useFormat();
  const notify = useNotify();
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const field = event.target;
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (!isText || field.maxLength < 0 || event.clipboardData === null) return;
    const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
    const pasted = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    const length = field.value.length - selected + pasted.length;
    if (pasted === '' || length <= field.maxLength) return;
    event.preventDefault();
    notify.hint(t('common.pasteTooLong', { most: format.number(field.maxLength), count: format.number(length) }));
  });
  useEffect(() => {
    document.addEventListener('paste', onPaste, true);
    return () => document.removeEventListener('paste', onPaste, true);
  }, []);
}
