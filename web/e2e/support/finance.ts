// The money of a project, as the API tells it and as a page shows it.
import { expect, type Page } from '@playwright/test';
import type { Finance } from '../../src/api/types.gen';
import { dash } from './settings';

export type { FinancePage } from '../../src/api/types.gen';

/** newKey makes an API key that reads finance. */
export async function newKey(page: Page): Promise<string> {
  const body = { name: 'Finance', scopes: ['finance:read'], expires_at: null, allow_ips: [] };
  return (await dash<{ secret: string }>(page, '/keys', body)).secret;
}

/** financeOf is what GET /api/v1/finance answers. */
export async function financeOf(url: string, secret: string, project: string): Promise<Finance> {
  const answer = await fetch(`${url}/api/v1/finance?project=${project}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: Finance }).data;
}

const ratios = ['cpi', 'spi', 'tcpi'];

/** written is a field as readers of a language write it. It knows nothing of how the page does it. */
export function written(locale: string, field: string, value: string | number | null): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  const style: Intl.NumberFormatOptions = field.endsWith('_pct')
    ? { style: 'percent', maximumFractionDigits: 1 }
    : ratios.includes(field)
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumFractionDigits: field.endsWith('_sp') ? 2 : 0 };
  return new Intl.NumberFormat(locale, style).format(field.endsWith('_pct') ? value / 100 : value);
}

/** shownIn are the texts of all elements with an attribute, by its value. */
export const shownIn = (page: Page, attribute: string): Promise<Record<string, string>> =>
  page.evaluate(
    (name) =>
      Object.fromEntries(
        [...document.querySelectorAll(`[${name}]`)].map((element) => [
          element.getAttribute(name) ?? '',
          element.textContent ?? '',
        ]),
      ),
    attribute,
  );

/** locales are what the app writes numbers by. */
export const locales = { en: 'en-GB', fr: 'fr-FR' } as const;

/** readNumber understands a number as the page writes it in English. */
export const readNumber = (text: string): number => Number(text.replaceAll(',', '').trim());

/** ownProject is a project with a budget that the page's person owns. */
export async function ownProject(page: Page): Promise<string> {
  const { projects } = await dash<{ projects: { uuid: string; role: string; budget: number | null }[] }>(
    page,
    '/projects',
  );
  return projects.find(({ role, budget }) => role === 'owner' && budget !== null)?.uuid ?? '';
}

/** hideRates shows the rates of a project to its owner and admins only. */
export async function hideRates(page: Page): Promise<string> {
  const project = await ownProject(page);
  const answer = await page.request.put(`/dash/projects/${project}`, { data: { rates_for: 'admins' } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return project;
}
