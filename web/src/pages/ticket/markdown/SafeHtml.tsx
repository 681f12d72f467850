import { Children, createElement, type ReactNode, useMemo } from 'react';
import { AttachedImage } from './AttachedImage';
import { isAttachment } from './image';
import { safeHref } from './inline';
import { withKeys } from './KeyText';
import classes from './markdown.module.css';

/** Elements kept from the HTML of a comment. Others are dropped, but their text is kept. */
const kept = new Set(
  'P DIV BR HR H1 H2 H3 H4 H5 H6 BLOCKQUOTE PRE UL OL LI STRONG B EM I U S DEL INS CODE KBD MARK SUB SUP TABLE CAPTION THEAD TBODY TFOOT TR TD TH'.split(
    ' ',
  ),
);
/** Elements dropped with their content. */
const dropped = new Set('SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED SVG MATH NOSCRIPT TITLE HEAD'.split(' '));
/** Elements in which the keys of tickets stay text. */
const literal = new Set(['A', 'CODE', 'PRE', 'KBD']);
/** Comment headings start below those of the page. */
const lowered: Record<string, string> = { H1: 'h5', H2: 'h5', H3: 'h5', H4: 'h6', H5: 'h6', H6: 'h6' };

/** Renders a comment's HTML as known React elements, with no attributes except safe links and the images of attachments. */
export function SafeHtml(props: { html: string; mentioned: string[] }) {
  const { html, mentioned } = props;
  const drawn = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return drawAll(body, { mentions: mentionPattern(mentioned), keys: true });
  }, [html, mentioned]);
  return <div className={classes.prose}>{drawn}</div>;
}

function mentionPattern(names: string[]): RegExp | null {
  if (names.length === 0) return null;
  const escaped = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(@(?:${escaped.join('|')}))(?![\\p{L}\\p{N}])`, 'u');
}

/** What is marked in a text. */
interface Marks {
  mentions: RegExp | null;
  keys: boolean;
}

const drawAll = (node: Node, marks: Marks): ReactNode[] =>
  Children.toArray([...node.childNodes].map((child) => draw(child, marks)));

function draw(node: Node, around: Marks): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return drawText(node.textContent ?? '', around);
  if (!(node instanceof Element) || dropped.has(node.tagName.toUpperCase())) return null;
  const name = node.tagName.toUpperCase();
  const marks = { ...around, keys: around.keys && !literal.has(name) };
  if (name === 'A') return drawLink(node.getAttribute('href') ?? '', drawAll(node, marks));
  if (name === 'IMG') return drawImage(node.getAttribute('src') ?? '', node.getAttribute('alt') ?? '');
  if (!kept.has(name)) return drawAll(node, marks);
  if (name === 'BR' || name === 'HR') return createElement(name.toLowerCase());
  const start = name === 'OL' ? { start: Number(node.getAttribute('start') ?? 1) || 1 } : null;
  return createElement(lowered[name] ?? name.toLowerCase(), start, ...drawAll(node, marks));
}

/** The content security policy blocks external images, so that readers are not tracked. Their URL is shown instead. */
const drawImage = (src: string, alt: string): ReactNode =>
  isAttachment(src) ? <AttachedImage src={src} alt={alt} /> : drawLink(src, alt || src);

function drawLink(address: string, inside: ReactNode): ReactNode {
  const href = safeHref(address);
  if (href === undefined) return inside;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
}

function drawText(text: string, { mentions, keys }: Marks): ReactNode {
  const plain = (part: string) => (keys ? withKeys(part) : part);
  if (mentions === null) return plain(text);
  const mention = (part: string) => <span className={classes.mention}>{part}</span>;
  return Children.toArray(text.split(mentions).map((part, n) => (n % 2 === 0 ? plain(part) : mention(part))));
}
