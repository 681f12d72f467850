// Keeps user-chosen colours readable by adjusting them until the contrast is sufficient.

type Rgb = [number, number, number];

function parse(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{6})$/i.exec(expand(hex.trim()));
  if (!match?.[1]) return null;
  const value = Number.parseInt(match[1], 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const expand = (hex: string) =>
  /^#[0-9a-f]{3}$/i.test(hex) ? `#${[...hex.slice(1)].map((c) => c + c).join('')}` : hex;

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The WCAG contrast ratio, from 1 to 21; 1 if a colour cannot be parsed. */
export function contrast(one: string, other: string): number {
  const a = parse(one);
  const b = parse(other);
  if (!a || !b) return 1;
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Interpolates between two colours; share 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const a = parse(from);
  const b = parse(to);
  if (!a || !b) return from;
  return toHex(a.map((part, i) => part + ((b[i] ?? 0) - part) * share) as Rgb);
}

/** Moves a text colour towards black or white until it has enough contrast, AA by default. */
export function readable(text: string, ground: string, least = 4.5): string {
  const start = parse(text) ? text : '#475569';
  const end = contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000';
  for (let share = 0; share < 1; share += 0.1) {
    const candidate = mix(start, end, share);
    if (contrast(candidate, ground) >= least) return candidate;
  }
  return end;
}

/** A stable hue from 0 to 359 for a name or number. */
export function hue(of: string): number {
  let hash = 0;
  for (const letter of of) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return Math.round((hash * 137.508) % 360);
}
