import { Button, Group } from '@mantine/core';
import { useT } from '../i18n';
import classes from './Compare.module.css';
import { Difference } from './Difference';
import { Theirs } from './Theirs';

interface Props {
  mine: string;
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onEditMine: () => void;
  onEditTheirs: () => void;
}

/** Two versions of a text side by side: what somebody else has saved since editing began, and the reader's own. Their reader decides which one to keep. */
export function Compare({ mine, theirs, ...on }: Props) {
  const t = useT();
  const versions = { before: theirs, after: mine };
  return (
    <Theirs>
      <div className={classes.columns}>
        <div>
          <div className={classes.heading}>{t('common.theirVersion')}</div>
          <Difference {...versions} label={t('common.theirVersion')} without="added" />
        </div>
        <div>
          <div className={classes.heading}>{t('common.myVersion')}</div>
          <Difference {...versions} label={t('common.myVersion')} without="removed" />
        </div>
      </div>
      <Group gap="xs">
        <Button size="xs" onClick={on.onKeepMine}>
          {t('common.keepMine')}
        </Button>
        <Button size="xs" variant="default" onClick={on.onTakeTheirs}>
          {t('common.takeTheirs')}
        </Button>
        <Button size="xs" variant="default" onClick={on.onEditMine}>
          {t('common.editMine')}
        </Button>
        <Button size="xs" variant="default" onClick={on.onEditTheirs}>
          {t('common.editTheirs')}
        </Button>
      </Group>
    </Theirs>
  );
}
