// Two estimates for the same projects: the EAC of their totals, and the sum of their EACs.
import type { Converted, PortfolioRow, Totals } from '../../api/types.gen';

export interface EacPart {
  uuid: string;
  name: string;
  /** The project's EAC: its work left at its own CPI. Null if it has no pace yet. */
  own: number | null;
  /** Its part of the EAC of the totals: its cost so far, and its work left at the CPI of the totals. */
  together: number | null;
}

export interface EacParts {
  parts: EacPart[];
  /** The sum of the EACs that there are; null if there are none. */
  sum: number | null;
  /** The number of projects without an EAC of their own, which the sum leaves out. */
  missing: number;
}

/** Breaks both estimates down into projects with a budget. The parts of each add up to it. */
export function eacParts(totals: Totals, rows: readonly PortfolioRow[]): EacParts {
  const parts = rows
    .filter((row) => row.has_budget)
    .map((row) => ({ uuid: row.uuid, name: row.name, own: row.finance.eac, together: partOf(totals, row) }));
  const known = parts.flatMap(({ own }) => (own === null ? [] : [own]));
  return {
    parts,
    sum: known.length === 0 ? null : known.reduce((sum, eac) => sum + eac, 0),
    missing: parts.length - known.length,
  };
}

function partOf({ cpi, eac }: Totals, { finance }: PortfolioRow): number | null {
  const { bac, ev, ac_total: spent } = finance;
  if (eac === null || bac === null || ev === null || spent === null) return null;
  const left = bac - ev;
  return left === 0 || cpi === null ? spent : spent + left / cpi;
}

/** The projects with the amounts that the estimates depend on in the currency of the converted totals. */
export function convertRows(rows: readonly PortfolioRow[], { totals, rates }: Converted): PortfolioRow[] {
  return rows.map((row) => {
    const used = rates.find(({ converted }) => converted === row.currency);
    if (used === undefined) return row;
    const factor = used.from === row.currency ? used.rate : 1 / used.rate;
    const times = (value: number | null) => (value === null ? null : value * factor);
    const { bac, ev, eac, ac_total } = row.finance;
    const finance = { ...row.finance, bac: times(bac), ev: times(ev), eac: times(eac), ac_total: times(ac_total) };
    return { ...row, currency: totals.currency, finance };
  });
}
