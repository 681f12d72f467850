import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { preview } from '../../../api/attachments';
import { useT } from '../../../i18n';
import type { Image } from './image';
import classes from './markdown.module.css';

/** An attachment in a text. It opens in a tab of its own. */
export function AttachedImage({ src, alt }: Image) {
  const t = useT();
  const [missing, setMissing] = useState(false);
  const name = alt || t('files.image');
  if (missing) {
    return (
      <span className={classes.missing}>
        <IconPhotoOff size={16} aria-hidden /> {t('files.missing', { name })}
      </span>
    );
  }
  return (
    <a href={src} target="_blank" rel="noopener noreferrer nofollow" className={classes.image}>
      <img
        src={preview(src)}
        alt={name}
        title={name}
        loading="lazy"
        decoding="async"
        onError={() => setMissing(true)}
      />
    </a>
  );
}
