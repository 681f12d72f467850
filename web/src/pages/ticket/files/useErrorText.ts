import { useQuery } from '@tanstack/react-query';
import { attachmentsQuery } from '../../../api/attachments';
import { hasCode } from '../../../api/http';
import { useLanguage, useT } from '../../../i18n';
import { useWords } from '../../../i18n/words';
import { bytesText } from '../../../ui/bytes';

/** Says why a file was not uploaded. */
export function useErrorText(ticket: string): (error: unknown) => string {
  const t = useT();
  const words = useWords();
  const { language } = useLanguage();
  const limit = useQuery(attachmentsQuery(ticket)).data?.limit;
  return (error) =>
    hasCode(error, 'file_too_large') && limit !== undefined
      ? t('files.tooLarge', { limit: bytesText(limit, language) })
      : words.error(error);
}
