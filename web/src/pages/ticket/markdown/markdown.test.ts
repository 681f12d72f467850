import { expect, test } from 'vitest';
import { parseMarkdown } from './blocks';
import { toHtml } from './html';
import { imageMarkdown, isAttachment } from './image';
import { parseInline, safeHref } from './inline';
import { marked } from './marks';

test('marks become elements and stay balanced', () => {
  expect(toHtml('**bold** and *it* and _it_ and `a*b*` and ~~no~~')).toBe(
    '<p><strong>bold</strong> and <em>it</em> and <em>it</em> and <code>a*b*</code> and <del>no</del></p>',
  );
  expect(toHtml('**a *b* c**')).toBe('<p><strong>a <em>b</em> c</strong></p>');
  expect(toHtml('snake_case_name 2 * 3 * 4 **')).toBe('<p>snake_case_name 2 * 3 * 4 **</p>');
});

test('headings, quotes, code and rules are blocks of their own', () => {
  expect(toHtml('# Title\ntext\n> said\n> twice\n```js\n<b>\n```\n---')).toBe(
    '<h1>Title</h1><p>text</p><blockquote><p>said<br>twice</p></blockquote><pre><code>&lt;b&gt;</code></pre><hr>',
  );
});

test('lists nest, count from their first number, and have boxes', () => {
  expect(toHtml('- a\n  - b\n- [x] c\n- [ ] d')).toBe(
    '<ul><li>a<ul><li>b</li></ul></li><li>[x] c</li><li>[ ] d</li></ul>',
  );
  expect(toHtml('3. a\n4. b')).toBe('<ol start="3"><li>a</li><li>b</li></ol>');
  const [list] = parseMarkdown('- [x] done');
  expect(list).toMatchObject({ kind: 'list', items: [{ ticked: true }] });
});

test('HTML and scripts stay text', () => {
  expect(toHtml('<script>alert(1)</script> <img src=x onerror=y>')).not.toMatch(/<(script|img)/);
  expect(parseInline('<b>x</b>')).toEqual([{ kind: 'text', text: '<b>x</b>' }]);
});

test('only addresses of the web and of mail become links', () => {
  expect(toHtml('[a](https://x.test/a_(b)?c=1&d="2") [b](javascript:alert(1)) [c](data:text/html,x) [d](//evil)')).toBe(
    '<p><a href="https://x.test/a_(b)?c=1&amp;d=&quot;2&quot;">a</a> [b](javascript:alert(1)) [c](data:text/html,x) [d](//evil)</p>',
  );
  expect(toHtml('see https://x.test/a, or mail')).toContain('<a href="https://x.test/a">https://x.test/a</a>, or');
  expect(['mailto:a@b.c', 'HTTPS://x', ' https://x ', 'java\nscript:x', 'vbscript:x', ''].map(safeHref)).toEqual([
    'mailto:a@b.c',
    'HTTPS://x',
    'https://x',
    undefined,
    undefined,
    undefined,
  ]);
});

test('only attachments become images', () => {
  const own = '/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef';
  expect(toHtml(`see ![a "plan".png](${own})!`)).toBe(`<p>see <img src="${own}" alt="a &quot;plan&quot;.png">!</p>`);
  for (const address of [
    'https://evil.test/x.png',
    `https://evil.test${own}`,
    `//evil.test${own}`,
    `${own}/../../session`,
    `${own}?x`,
    `${own}#x`,
    own.toUpperCase(),
    own.replace('/dash', '/dash/..'),
    '/dash/session',
    'data:image/png;base64,x',
    'javascript:alert(1)',
  ]) {
    expect(isAttachment(address), address).toBe(false);
    expect(toHtml(`![x](${address})`), address).not.toContain('<img');
  }
});

test('the name of a file neither ends nor extends the reference to it', () => {
  const src = '/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef';
  for (const name of [
    '](https://evil.test)![',
    'a\nb',
    '<img src=x onerror=y>',
    '**a*`_',
    '"onload="x',
    'x'.repeat(900),
  ]) {
    const text = imageMarkdown({ src, alt: name });
    const [only, ...others] = parseInline(text);
    expect(others, name).toEqual([]);
    expect(only, name).toMatchObject({ kind: 'image', src });
    expect(toHtml(text)).toMatch(/^<p><img src="[^"]+" alt="[^"<>]*"><\/p>$/);
  }
});

test('hostile lengths are read in good time', () => {
  const started = process.cpuUsage(); // not the clock: other programs run at the same time
  for (const text of [
    '*'.repeat(100_000),
    '['.repeat(100_000),
    '`'.repeat(100_000),
    '!['.repeat(50_000),
    '> '.repeat(5000),
    '_a'.repeat(50_000),
    '**a '.repeat(25_000),
    '*a '.repeat(33_000),
    `*a${'**b'.repeat(33_000)}`,
    `${'a `b'.repeat(20_000)}\`\``,
    '[a](http://x '.repeat(8_000),
    'http://'.repeat(14_000),
    '~~a'.repeat(33_000),
  ]) {
    toHtml(text);
  }
  expect(process.cpuUsage(started).user).toBeLessThan(4_000_000);
});

test('marks inside marks keep their ends', () => {
  expect(toHtml('*a **b** c*')).toBe('<p><em>a <strong>b</strong> c</em></p>');
  expect(toHtml('***a***')).toContain('<strong>');
  expect(toHtml('a `` b ` c `` d')).toBe('<p>a <code>b ` c</code> d</p>');
  expect(toHtml('one  \ntwo\\\nthree')).toBe('<p>one<br>two<br>three</p>');
});

test('a button puts its mark on the selection and takes it away again', () => {
  const bold = marked({ text: 'one two', start: 4, end: 7 }, 'bold');
  expect(bold).toEqual({ text: 'one **two**', start: 6, end: 9 });
  expect(marked(bold, 'bold')).toEqual({ text: 'one two', start: 4, end: 7 });
  const list = marked({ text: 'a\nb', start: 0, end: 3 }, 'checks');
  expect(list.text).toBe('- [ ] a\n- [ ] b');
  expect(marked(list, 'checks').text).toBe('a\nb');
  expect(marked({ text: 'see docs', start: 4, end: 8 }, 'link')).toEqual({
    text: 'see [docs](https://)',
    start: 11,
    end: 19,
  });
  expect(marked({ text: 'https://x.test', start: 0, end: 14 }, 'link').text).toBe('[](https://x.test)');
});
