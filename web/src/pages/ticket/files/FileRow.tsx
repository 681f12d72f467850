import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload, IconFile, IconTrash } from '@tabler/icons-react';
import type { Attachment } from '../../../api/types.gen';
import { useFormat, useLanguage, useT } from '../../../i18n';
import { bytesText } from '../../../ui/bytes';
import classes from './files.module.css';

interface Props {
  file: Attachment;
  onDelete: (file: Attachment) => void;
}

export function FileRow(props: Props) {
  const { file } = props;
  return (
    <li className={classes.row}>
      <IconFile size={20} aria-hidden className={classes.icon} />
      <FileFacts file={file} />
      <FileTools {...props} />
    </li>
  );
}

/** Its name, size, author and age. Names are text from strangers: long ones are cut off. */
export function FileFacts({ file }: { file: Attachment }) {
  const format = useFormat();
  const { language } = useLanguage();
  return (
    <div className={classes.facts}>
      <span className={classes.name} title={file.name} dir="auto">
        {file.name}
      </span>
      <span className={classes.about}>
        {bytesText(file.size, language)} · {file.author} ·{' '}
        <time dateTime={file.created_at} title={format.dateTime(file.created_at)}>
          {format.relative(file.created_at)}
        </time>
      </span>
    </div>
  );
}

export function FileTools({ file, onDelete }: Props) {
  const t = useT();
  return (
    <div className={classes.tools}>
      <Tooltip label={t('common.download')}>
        <ActionIcon
          component="a"
          href={file.url}
          download={file.name}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('files.downloadLabel', { name: file.name })}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {file.may_delete && (
        <Tooltip label={t('common.delete')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('files.deleteLabel', { name: file.name })}
            onClick={() => onDelete(file)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
