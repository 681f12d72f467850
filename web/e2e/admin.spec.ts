import { readFile } from 'node:fs/promises';
import { anyProject, dash } from './support/api';
import { addUser, expect, signIn, test } from './support/fixtures';
import { checkLooks, setLanguage } from './support/looks';

test('the quotas page shows calls per key, refused calls and failed sign-ins', async ({
  signedIn: page,
  instance,
  demo,
}) => {
  const output = await instance.command([
    'key',
    'add',
    '--user',
    demo.email,
    '--name',
    'Night bot',
    '--scopes',
    'projects:read',
  ]);
  const key = /ern_\w+/.exec(output)?.[0] ?? '';
  for (let call = 0; call < 3; call++) {
    const response = await page.request.get('/api/v1/projects', { headers: { Authorization: `Bearer ${key}` } });
    expect(response.status()).toBe(200);
  }
  await page.request.get('/api/v1/projects', { headers: { Authorization: 'Bearer ern_wrong' } });
  await page.request.post('/dash/session', { data: { email: 'nobody@example.org', password: 'wrong password' } });
  await page.goto('/admin/quotas');
  const row = page.getByRole('row', { name: /Night bot/ });
  await expect(row).toContainText('3 of 1,000');
  await expect(row).toContainText('3 of 10,000');
  await expect(page.getByRole('region', { name: 'Refused calls by address' })).toContainText('1 of 1,000');
  await expect(page.getByRole('region', { name: 'Failed sign-ins' }).getByRole('row')).toHaveCount(2);
  await page.getByText('This month', { exact: true }).click();
  await expect(row).toContainText('3 of 1,000');
  await checkLooks(page);
});

test('the change log can be filtered, paged and exported, and hides rates', async ({ signedIn: page, instance }) => {
  await addUser(instance, { email: 'ola@example.org', password: 'ola comes by', firstname: 'Ola', lastname: 'Nord' });
  const project = await anyProject(page);
  const { members } = await dash<{ members: { uuid: string }[] }>(page, `/projects/${project}/members`);
  const rate = await page.request.put(`/dash/members/${members[0]?.uuid}/rate`, { data: { tjm: 98765 } });
  expect(rate.status()).toBe(200);
  await page.goto('/admin/changes');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(51);
  await expect(rows.nth(1)).toContainText('Daily rates changed (hidden here)');
  const secret = /\b98[,. \u00a0\u202f]?765\b/;
  await expect(page.getByText(secret)).toHaveCount(0);
  const href = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv).toContain(project);
  expect(csv).not.toMatch(/\b98765\b/);
  await checkLooks(page);
  await page.getByRole('button', { name: 'Show older changes' }).click();
  await expect(rows).toHaveCount(101);

  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'The instance' }).click();
  await expect(page).toHaveURL(/project=none/);
  await expect(page.getByRole('row', { name: /Ola Nord/ })).toContainText('Created');
  await page.getByRole('combobox', { name: 'Kind' }).fill('sign');
  await page.getByRole('option', { name: 'Sign-in' }).click();
  await expect(page).toHaveURL(/noun=session/);
  await expect(rows.nth(1)).toContainText('Signed in from 127.0.0.1');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^earnest-changes-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')[0]).toContain('id,at,user,email,key,project');
  expect(text.trim().split('\r\n').length).toBe(await rows.count());
  await page.getByLabel('To', { exact: true }).fill('2000-01-01');
  await expect(page.getByText('Nothing in the log matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page).toHaveURL(/changes$/);

  const who = page.getByRole('combobox', { name: 'Who' });
  await who.fill('nord');
  await page.getByRole('option', { name: 'Ola Nord' }).click();
  await expect(page).toHaveURL(/user=\d+/);
  await page.reload();
  await expect(who).toHaveValue('Ola Nord');
});

test('the health page shows live figures, and a backup can be created and downloaded', async ({
  signedIn: page,
  another,
  demo,
  instance,
}) => {
  await page.goto('/admin/health');
  await expect(page.getByRole('heading', { name: 'This server' })).toBeVisible();
  const health = await dash<{ database: { version: string } }>(page, '/admin/health');
  await expect(page.getByText(`SQLite ${health.database.version}`)).toBeVisible();
  await expect(page.getByText(/free of/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Daily figures/ })).not.toContainText('Not yet');
  await checkLooks(page);
  const second = await another();
  await signIn(second, instance.url, demo);
  await expect(page.getByText(/2 sessions by/)).toBeVisible({ timeout: 15_000 });

  await page.getByRole('button', { name: 'Create a backup' }).click();
  const link = page.getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible({ timeout: 20_000 });
  await checkLooks(page);
  const download = page.waitForEvent('download');
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^earnest-.*\.db$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
  await expect(page.getByText('The backup was downloaded and removed from the server.')).toBeVisible();
});

test.describe('with files in an S3-compatible store', () => {
  const store = ['endpoint', 'http://127.0.0.1:1', 'bucket', 'files', 'access-key', 'a', 'secret-key', 'b'];
  test.use({ serveArgs: store.map((word, at) => (at % 2 === 0 ? `--files-s3-${word}` : word)) });

  test('the health page says that a backup does not have them', async ({ signedIn: page }) => {
    const backup = page.getByRole('region', { name: /^(Backup|Sauvegarde)$/ });
    for (const [language, said] of [
      ['en', 'Files in the S3-compatible store are not included'],
      ['fr', 'Les fichiers du stockage compatible S3 n’en font pas partie'],
    ] as const) {
      await page.goto('/admin/health');
      await setLanguage(page, language);
      await expect(backup.getByRole('note')).toContainText(said);
      await backup.getByRole('button', { name: /^(Create a backup|Créer une sauvegarde)$/ }).click();
      await expect(backup.getByRole('link', { name: /^(Download|Télécharger)$/ })).toBeVisible();
      await expect(backup.getByRole('note')).toContainText(said);
    }
    await checkLooks(page);
  });
});
