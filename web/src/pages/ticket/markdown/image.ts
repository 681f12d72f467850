// Images in texts. Only attachments are shown: an image from elsewhere would tell its owner who reads the text, and when.

const address = '/dash/attachments/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const whole = new RegExp(`^${address}$`);
const reference = new RegExp(String.raw`!\[([^\]\n]{0,500})\]\((${address})\)`, 'y');

/** Whether an address is that of an attachment here. The server's sanitiser has the same rule. */
export const isAttachment = (src: string): boolean => whole.test(src);

export interface Image {
  src: string;
  /** The name of the file. */
  alt: string;
}

/** The image that is referred to at a position of a Markdown text, and where the text continues. */
export function imageAt(text: string, at: number): { image: Image; end: number } | undefined {
  reference.lastIndex = at;
  const match = reference.exec(text);
  return match === null ? undefined : { image: { src: match[2] ?? '', alt: match[1] ?? '' }, end: reference.lastIndex };
}

/** The reference to an image in Markdown. Brackets and line breaks would end it. */
export function imageMarkdown({ src, alt }: Image): string {
  const name = alt.replace(/\[/g, '(').replace(/\]/g, ')').replace(/\s+/g, ' ').slice(0, 500);
  return `![${name}](${src})`;
}
