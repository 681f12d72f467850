// Converts Markdown to the simple HTML that comments are stored as, and back for editing.
import { type Block, type Item, parseMarkdown } from './blocks';
import { imageMarkdown, isAttachment } from './image';
import type { Inline } from './inline';

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Converts Markdown to HTML; all text is escaped. */
export const toHtml = (markdown: string): string => parseMarkdown(markdown).map(blockHtml).join('');

const inlineHtml = (list: Inline[]): string => list.map(oneHtml).join('');

function oneHtml(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return escaped(inline.text);
    case 'code':
      return `<code>${escaped(inline.text)}</code>`;
    case 'break':
      return '<br>';
    case 'image':
      return `<img src="${escaped(inline.src)}" alt="${escaped(inline.alt)}">`;
    case 'link':
      return `<a href="${escaped(inline.href)}">${inlineHtml(inline.inside)}</a>`;
    default:
      return `<${inline.kind}>${inlineHtml(inline.inside)}</${inline.kind}>`;
  }
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inlineHtml(block.inside)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${inlineHtml(block.inside)}</p>`;
    case 'code':
      return `<pre><code>${escaped(block.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>${block.below.map(blockHtml).join('')}</blockquote>`;
    case 'rule':
      return '<hr>';
    case 'list': {
      const name = block.ordered ? 'ol' : 'ul';
      const start = block.ordered && block.start !== 1 ? ` start="${block.start}"` : '';
      return `<${name}${start}>${block.items.map(itemHtml).join('')}</${name}>`;
    }
  }
}

function itemHtml(item: Item): string {
  const box = item.ticked === null ? '' : item.ticked ? '[x] ' : '[ ] ';
  return `<li>${box}${inlineHtml(item.inside)}${item.below.map(blockHtml).join('')}</li>`;
}

/** Converts HTML back; markup without a Markdown equivalent becomes plain text. */
export function toMarkdown(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return below(body)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const below = (node: Node): string => [...node.childNodes].map(markdownOf).join('');

const around: Record<string, string> = { STRONG: '**', B: '**', EM: '*', I: '*', DEL: '~~', S: '~~', CODE: '`' };

function markdownOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element)) return '';
  const mark = around[node.tagName];
  if (mark !== undefined) return `${mark}${below(node)}${mark}`;
  switch (node.tagName) {
    case 'BR':
      return '\n';
    case 'HR':
      return '\n\n---\n\n';
    case 'A':
      return linkMarkdown(node.getAttribute('href') ?? '', below(node));
    case 'IMG':
      return pictureMarkdown(node.getAttribute('src') ?? '', node.getAttribute('alt') ?? '');
    case 'PRE':
      return `\n\n\`\`\`\n${node.textContent ?? ''}\n\`\`\`\n\n`;
    case 'BLOCKQUOTE':
      return `\n\n${prefixed(below(node).trim(), '> ')}\n\n`;
    case 'UL':
    case 'OL':
      return `\n${[...node.children].map((item, n) => itemMarkdown(item, node.tagName === 'OL' ? `${n + 1}. ` : '- ')).join('\n')}\n\n`;
    default:
      return boxMarkdown(node);
  }
}

function boxMarkdown(node: Element): string {
  const level = /^H([1-6])$/.exec(node.tagName)?.[1];
  if (level !== undefined) return `\n\n${'#'.repeat(Number(level))} ${below(node)}\n\n`;
  return /^(P|DIV|TABLE|TR)$/.test(node.tagName) ? `${below(node)}\n\n` : below(node);
}

const linkMarkdown = (href: string, text: string) => (text === href ? href : `[${text}](${href})`);

/** An image from elsewhere is shown as a link, so it becomes one. */
const pictureMarkdown = (src: string, alt: string) =>
  isAttachment(src) ? imageMarkdown({ src, alt }) : linkMarkdown(src, alt || src);

const itemMarkdown = (item: Element, mark: string) =>
  prefixed(below(item).trim(), ' '.repeat(mark.length)).replace(/^\s+/, mark);

const prefixed = (text: string, prefix: string) =>
  text
    .split('\n')
    .map((line) => prefix + line)
    .join('\n');
