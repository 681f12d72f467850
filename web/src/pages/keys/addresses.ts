// IP addresses as the server parses them: IPv4, IPv6, or a range such as 192.0.2.0/24.

interface Range {
  /** The address as a number. */
  value: bigint;
  /** Bits in an address of this family: 32 or 128. */
  size: number;
  /** Length of the prefix. */
  fixed: number;
}

/** Whether the server would accept an entry. */
export const isAddress = (text: string): boolean => parse(text) !== null;

/** Whether an address is in one of the ranges; an empty list allows every address. */
export function covers(entries: readonly string[], address: string): boolean {
  const one = parse(address);
  if (entries.length === 0 || one === null) return true;
  return entries.some((entry) => {
    const range = parse(entry);
    if (range === null || range.size !== one.size) return false;
    const free = BigInt(range.size - range.fixed);
    return range.value >> free === one.value >> free;
  });
}

/** Splits typed or pasted text at commas, spaces and line breaks. */
export const entriesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((entry) => entry !== '');

function parse(text: string): Range | null {
  const [address = '', bits, more] = text.trim().split('/');
  if (more !== undefined) return null;
  const found = four(address) ?? parseIPv6(address);
  if (found === null) return null;
  if (bits === undefined) return { ...found, fixed: found.size };
  const fixed = /^(0|[1-9]\d{0,2})$/.test(bits) ? Number(bits) : Number.NaN;
  return fixed <= found.size ? { ...found, fixed } : null;
}

function four(text: string): { value: bigint; size: number } | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return { value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), size: 32 };
}

/** Uses the browser's URL parser for the many spellings of IPv6. */
function parseIPv6(text: string): { value: bigint; size: number } | null {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':') || !URL.canParse(`http://[${text}]/`)) return null;
  const written = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const [head = '', tail] = written.split('::');
  const [left, right] = [groups(head), groups(tail ?? '')];
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => 0n);
  return { value: [...left, ...middle, ...right].reduce((sum, group) => sum * 65536n + group, 0n), size: 128 };
}

const groups = (text: string): bigint[] => (text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`)));
