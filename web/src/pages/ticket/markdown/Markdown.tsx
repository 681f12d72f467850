import { Children, type ReactNode } from 'react';
import { useT } from '../../../i18n';
import { AttachedImage } from './AttachedImage';
import { type Block, type Item, parseMarkdown } from './blocks';
import type { Inline } from './inline';
import { withKeys } from './KeyText';
import classes from './markdown.module.css';

/** Renders Markdown as React elements; HTML is shown as text. Headings start below those of the page. */
export function Markdown(props: { text: string }) {
  return <div className={classes.prose}>{parseMarkdown(props.text).map(drawBlock)}</div>;
}

function drawBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${Math.min(6, block.level + 3)}` as 'h4';
      return <Heading key={key}>{drawInline(block.inside)}</Heading>;
    }
    case 'paragraph':
      return <p key={key}>{drawInline(block.inside)}</p>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be keyboard-focusable
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote key={key}>{block.below.map(drawBlock)}</blockquote>;
    case 'rule':
      return <hr key={key} />;
    case 'list': {
      const items = Children.toArray(block.items.map(drawItem));
      return block.ordered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      );
    }
  }
}

const drawItem = (item: Item) => <ItemView item={item} />;

function ItemView(props: { item: Item }) {
  const t = useT();
  const { item } = props;
  const box =
    item.ticked === null ? null : (
      <input
        type="checkbox"
        checked={item.ticked}
        disabled
        aria-label={item.ticked ? t('ticket.ticked') : t('ticket.notTicked')}
      />
    );
  return (
    <li className={box === null ? undefined : classes.boxed}>
      {box}
      {drawInline(item.inside)}
      {item.below.map(drawBlock)}
    </li>
  );
}

function drawInline(list: Inline[], linked = false): ReactNode[] {
  return Children.toArray(list.map((inline) => drawOne(inline, linked)));
}

/** There are no links within a link. */
function drawOne(inline: Inline, linked: boolean): ReactNode {
  switch (inline.kind) {
    case 'text':
      return linked ? inline.text : withKeys(inline.text);
    case 'code':
      return <code>{inline.text}</code>;
    case 'break':
      return <br />;
    case 'image':
      return <AttachedImage src={inline.src} alt={inline.alt} />;
    case 'strong':
      return <strong>{drawInline(inline.inside, linked)}</strong>;
    case 'em':
      return <em>{drawInline(inline.inside, linked)}</em>;
    case 'del':
      return <del>{drawInline(inline.inside, linked)}</del>;
    case 'link':
      return (
        <a href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
          {drawInline(inline.inside, true)}
        </a>
      );
  }
}
