import { Button, Progress, Text } from '@mantine/core';
import { hasCode } from '../../../api/http';
import type { Upload, Uploads } from '../../../api/uploads';
import { useFormat, useT } from '../../../i18n';
import classes from './files.module.css';
import { useErrorText } from './useErrorText';

/** Files that are being sent, or could not be sent. */
export function UploadList(props: { uploads: Uploads; list: readonly Upload[] }) {
  const t = useT();
  if (props.list.length === 0) return null;
  return (
    <ul className={classes.rows} aria-label={t('files.uploads')}>
      {props.list.map((upload) => (
        <li key={upload.id} className={classes.upload}>
          <span className={classes.name} title={upload.name}>
            {upload.name}
          </span>
          {upload.state === 'failed' ? (
            <Failed upload={upload} uploads={props.uploads} />
          ) : (
            <Sending upload={upload} uploads={props.uploads} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  upload: Upload;
  uploads: Uploads;
}

function Sending({ upload, uploads }: Props) {
  const t = useT();
  const format = useFormat();
  const share = upload.body.size === 0 ? 1 : Math.min(1, upload.sent / upload.body.size);
  return (
    <>
      <Progress.Root size="sm" className={classes.progress}>
        <Progress.Section value={share * 100} aria-label={t('files.progress', { name: upload.name })} />
      </Progress.Root>
      <span className={classes.share}>
        {upload.state === 'waiting' ? t('files.waiting') : format.percent(Math.floor(share * 100) / 100)}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('files.cancelLabel', { name: upload.name })}
        onClick={() => uploads.cancel(upload.id)}
      >
        {t('common.cancel')}
      </Button>
    </>
  );
}

function Failed({ upload, uploads }: Props) {
  const t = useT();
  const errorText = useErrorText(upload.ticket);
  return (
    <>
      <Text span size="sm" c="red" className={classes.reason}>
        {errorText(upload.error)}
      </Text>
      {!hasCode(upload.error, 'file_too_large') && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('files.retryLabel', { name: upload.name })}
          onClick={() => uploads.retry(upload.id)}
        >
          {t('common.retry')}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={t('files.dismissLabel', { name: upload.name })}
        onClick={() => uploads.cancel(upload.id)}
      >
        {t('files.dismiss')}
      </Button>
    </>
  );
}
