import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { preview } from '../../../api/attachments';
import type { Attachment } from '../../../api/types.gen';
import { useT } from '../../../i18n';
import { FileFacts, FileTools } from './FileRow';
import classes from './files.module.css';

interface Props {
  file: Attachment;
  onOpen: (uuid: string) => void;
  onDelete: (file: Attachment) => void;
}

/** A preview. Its box has the same size whether the image is loaded or not. */
export function ImageTile({ file, onOpen, onDelete }: Props) {
  const t = useT();
  const [broken, setBroken] = useState(false);
  return (
    <li className={classes.tile}>
      <button
        type="button"
        className={classes.preview}
        aria-label={t('files.openLabel', { name: file.name })}
        onClick={() => onOpen(file.uuid)}
      >
        {broken ? (
          <IconPhotoOff size={28} aria-hidden />
        ) : (
          <img src={preview(file.url)} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
        )}
      </button>
      <div className={classes.caption}>
        <FileFacts file={file} />
        <FileTools file={file} onDelete={onDelete} />
      </div>
    </li>
  );
}
