import { useT } from '../i18n';
import type { Versions } from './Clash';
import classes from './Compare.module.css';
import { Difference } from './Difference';

/** Two versions of a text side by side, with the words in which they differ. */
export function Compare({ label, mine, theirs }: Versions) {
  const t = useT();
  const versions = { before: theirs, after: mine };
  const named = (version: string) => (label === undefined ? version : `${label} · ${version}`);
  const [their, my] = [named(t('common.theirVersion')), named(t('common.myVersion'))];
  return (
    <div className={classes.columns}>
      <div>
        <div className={classes.heading}>{their}</div>
        <Difference {...versions} label={their} without="added" />
      </div>
      <div>
        <div className={classes.heading}>{my}</div>
        <Difference {...versions} label={my} without="removed" />
      </div>
    </div>
  );
}
