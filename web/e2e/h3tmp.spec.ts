import { test } from './support/fixtures';
import { setLanguage, setScheme } from './support/looks';
import { makePlan } from './support/plan';
import { later } from './support/project';
const dir = '/tmp/h3/shots';
test('thousand', async ({ signedIn: page }) => {
  test.setTimeout(300_000);
  const { today } = await (await page.request.get('/dash/session')).json();
  const p = (await (await page.request.post('/dash/projects', { data: { name: 'Big' } })).json()).project.uuid;
  const sprints: string[] = [];
  for (let i = 0; i < 20; i++) sprints.push((await (await page.request.post(`/dash/projects/${p}/sprints`, { data: { title: `S${i}`, start_date: later(today, i * 14 - 140), end_date: later(today, i * 14 - 127) } })).json()).uuid);
  let last: string | null = null;
  for (let i = 0; i < 1000; i += 10) {
    await Promise.all(Array.from({ length: 10 }, async (_, k) => {
      const e = (await (await page.request.post(`/dash/projects/${p}/epics`, { data: { title: `Epic ${i + k}` } })).json()).uuid;
      await page.request.post(`/dash/projects/${p}/tickets`, { data: { title: 't', story_points: 3, epic_uuid: e, sprint_uuid: sprints[(i + k) % 20] } });
      if (k === 0) { if (last) await page.request.post(`/dash/projects/${p}/links`, { data: { pred_type: 'epic', pred_uuid: last, succ_type: 'epic', succ_uuid: e } }); last = e; }
    }));
  }
  await page.goto(`/projects/${p}/roadmap`); await page.getByText('Epic 0', { exact: true }).first().waitFor();
  const run = (css: string, move: boolean) => page.evaluate(async ([css, move]) => { const st = document.createElement('style'); st.textContent = css as string; document.head.append(st); const f = document.querySelector('section[aria-label=Timeline]')!; await new Promise(requestAnimationFrame); const t0 = performance.now(); for (let i = 0; i < 20; i++) { if (move) f.scrollTop = i * 400; await new Promise(requestAnimationFrame); } st.remove(); return Math.round((performance.now() - t0) / 20); }, [css, move]);
  console.log('idle', await run('', false), 'scroll', await run('', true), 'no grid', await run('[class*=grid]{display:none}', true), 'no canvas', await run('[class*=canvas]{display:none}', true), 'neither', await run('[class*=grid],[class*=canvas]{display:none}', true), 'no rows', await run('[class*=rows]{display:none}', true));
  const ms = 0;
  console.log('scroll step ms', ms);
  await page.screenshot({ path: `${dir}/big.png` });
});
