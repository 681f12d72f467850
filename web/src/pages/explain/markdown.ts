// An explanation as Markdown, for a ticket, an email or a wiki.
import type { Explanation, Term } from '../../api/types.gen';
import { signOf } from './terms';
import type { TermNames } from './useTermNames';

export interface Labels {
  lead: string;
  words: string;
  symbols: string;
  warnings: string[];
  /** The text before the result of a sum or of another operation. */
  adds: (sum: boolean) => string;
  more: (count: number) => string;
  names: TermNames;
  link: string;
}

/** Writes the current term with its parts, and their parts if loaded. */
export function markdownOf(explanation: Explanation, told: Labels): string {
  const { term } = explanation;
  const { names } = told;
  const note = names.note(term);
  const title = [names.name(term), ...(note === '' ? [] : [note])].map(plain).join(' · ');
  return [
    `## ${title}: ${written(term, names)}`,
    '',
    plain(told.lead),
    '',
    told.words,
    '',
    `\`${told.symbols}\``,
    '',
    ...linesOf(term, told, 0),
    ...(told.warnings.length === 0 ? [] : ['', ...told.warnings.map((warning) => `> ${warning}`)]),
    '',
    `<${told.link}>`,
    '',
  ].join('\n');
}

function linesOf(term: Term, told: Labels, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const { names } = told;
  const parts = term.terms ?? [];
  if (parts.length === 0) return [];
  const missing = term.parts - parts.length;
  return [
    ...parts.flatMap((part, n) => {
      const sign = signOf(term.op, n);
      const note = names.note(part);
      const name = plain(note === '' ? names.name(part) : `${names.name(part)} (${note})`);
      return [
        `${indent}- ${sign === '' ? '' : `${sign} `}${name}: ${written(part, names)}`,
        ...linesOf(part, told, depth + 1),
      ];
    }),
    ...(missing > 0 ? [`${indent}- … ${told.more(missing)}`] : []),
    `${indent}- **${told.adds(term.op === 'sum')} ${written(term, names)}**`,
  ];
}

const written = (term: Term, names: TermNames): string => `${names.value(term)} ${names.unit(term)}`.trim();

/** Escapes Markdown in user text. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ');
