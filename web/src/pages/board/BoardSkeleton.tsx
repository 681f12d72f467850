import { Skeleton } from '@mantine/core';
import { useT } from '../../i18n';
import classes from './board.module.css';

export function BoardSkeleton(props: { columns: number }) {
  const t = useT();
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  return (
    <div className={classes.columns} role="status" aria-label={t('common.loading')}>
      {numbers(props.columns).map((column) => (
        <div key={column} className={classes.column}>
          <Skeleton height={20} width="50%" m={10} />
          {numbers(4 - (column % 3)).map((card) => (
            <Skeleton key={card} height={88} mx={8} mb={8} width="auto" radius="md" />
          ))}
        </div>
      ))}
    </div>
  );
}
