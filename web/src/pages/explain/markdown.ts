// An explanation as text for a ticket, a mail or a wiki.
import type { Explanation, Term } from '../../api/types.gen';
import { signOf } from './terms';
import type { TermNames } from './useTermNames';

export interface Told {
  lead: string;
  words: string;
  symbols: string;
  warnings: string[];
  /** What stands before the result: of a sum, or of anything else. */
  adds: (sum: boolean) => string;
  more: (count: number) => string;
  names: TermNames;
  link: string;
}

/** markdownOf writes the term on the page with its parts, and theirs where they are known. */
export function markdownOf(explanation: Explanation, told: Told): string {
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

function linesOf(term: Term, told: Told, depth: number): string[] {
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

/** plain keeps what people wrote from being read as Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ');
