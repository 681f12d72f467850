// A project's figures, as the API returns them and as a page shows them.
import { expect, type Page } from '@playwright/test';
import type { Finance, OverviewProject } from '../../src/api/types.gen';
import { dash, listProjects } from './api';

export type { FinancePage } from '../../src/api/types.gen';

/** Creates an API key that can read finance. */
export async function newKey(page: Page): Promise<string> {
  const body = { name: 'Finance', scopes: ['finance:read'], expires_at: null, allow_ips: [] };
  return (await dash<{ secret: string }>(page, '/keys', body)).secret;
}

/** Reads a project's figures from the public API with a key. */
export async function financeOf(page: Page, secret: string, project: string): Promise<Finance> {
  const response = await page.request.get(`/api/v1/finance?project=${project}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { data: Finance }).data;
}

export const ratios = ['cpi', 'spi', 'tcpi'];

/** Formats a field of a demo project, whose currency is the euro, for a language, independently of the app. */
export function formatField(
  locale: string,
  field: string,
  value: string | number | null,
  currency: string | null = 'EUR',
): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  const style: Intl.NumberFormatOptions = field.endsWith('_pct')
    ? { style: 'percent', maximumFractionDigits: 1 }
    : ratios.includes(field)
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : field.endsWith('_sp')
        ? { maximumFractionDigits: 2 }
        : { ...(currency && { style: 'currency' as const, currency }), maximumFractionDigits: 0 };
  return new Intl.NumberFormat(locale, style).format(field.endsWith('_pct') ? value / 100 : value).replace('-', '−');
}

/** The text of every element that has the attribute, by the attribute's value. */
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

/** The locales the app formats numbers with. */
export const locales = { en: 'en-GB', fr: 'fr-FR' } as const;

/** Parses a number as the page formats it in English. */
export const readNumber = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-').trim());

/** A project with a budget, owned by the signed-in user. */
export async function ownProject(page: Page): Promise<OverviewProject> {
  const project = (await listProjects(page)).find(({ role, budget }) => role === 'owner' && budget !== null);
  if (project === undefined) throw new Error('the user owns no project with a budget');
  return project;
}

/** Hides a project's rates and cost from everyone but its owner and admins, and returns its uuid. */
export async function hideRates(page: Page): Promise<string> {
  const { uuid } = await ownProject(page);
  const response = await page.request.put(`/dash/projects/${uuid}`, { data: { rates_for: 'admins' } });
  expect(response.ok(), await response.text()).toBe(true);
  return uuid;
}
