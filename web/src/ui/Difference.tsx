import { useMemo } from 'react';
import classes from './Compare.module.css';
import { compare, type Piece } from './diff';
import { ScrollBox } from './ScrollBox';

interface Props {
  label: string;
  before: string;
  after: string;
  /** Leaves out what only one of the texts contains, as in one of two columns. */
  without?: Piece['kind'];
}

/** A text with the words that were removed from it and added to it. They are also told apart by their lines, and by screen readers. */
export function Difference({ label, before, after, without }: Props) {
  const pieces = useMemo(() => compare(before, after), [before, after]);
  let at = 0;
  return (
    <ScrollBox className={classes.text} label={label}>
      {pieces.map(({ kind, text }) => {
        at += text.length;
        if (kind === without) return null;
        if (kind === 'removed') return <del key={at}>{text}</del>;
        return kind === 'added' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>;
      })}
    </ScrollBox>
  );
}
