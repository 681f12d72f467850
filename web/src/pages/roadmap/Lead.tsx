import { useFormat, useT } from '../../i18n';
import { useRoadmap } from './context';

/** When the roadmap ends, compared with the plan, and what determines its end. */
export function Lead() {
  const t = useT();
  const { plan } = useRoadmap();
  const { cycle, capacity_finish, forecast_finish } = plan.schedule;
  const format = useFormat();
  if (cycle !== null) return t('roadmap.leadCycle');
  if (plan.epics.length === 0) return t('roadmap.lead');
  const tight = capacity_finish !== null && forecast_finish !== null && capacity_finish > forecast_finish;
  return (
    <>
      <EndText tight={tight} /> <ChainText />
      {tight && ` ${t('roadmap.leadCapacity', { date: format.date(capacity_finish) })}`}
    </>
  );
}

/** When the roadmap ends. All is well only if the team can also do it all. */
function EndText({ tight }: { tight: boolean }) {
  const t = useT();
  const format = useFormat();
  const { plan } = useRoadmap();
  const { forecast_finish: end, planned_finish: planned } = plan.schedule;
  if (plan.epics.every((epic) => epic.state === 'done')) return t('roadmap.leadDone');
  if (end === null) return t('roadmap.leadUnknown');
  if (planned === null) return t('roadmap.leadEnd', { date: format.date(end) });
  const text = end <= planned && !tight ? 'roadmap.leadInTime' : 'roadmap.leadLate';
  return t(text, { date: format.date(end), planned: format.date(planned) });
}

/** The first critical chain, shortened, and how many others there are. */
function ChainText() {
  const t = useT();
  const { plan, nodes } = useRoadmap();
  const { chains, chains_more } = plan.schedule;
  const [first] = chains;
  if (first === undefined) return null;
  const names = first.map((uuid) => nodes.get(uuid)?.title ?? '');
  const few = names.length > 4 ? [...names.slice(0, 2), '…', ...names.slice(-1)] : names;
  const chain = few.join(' → ');
  const others = chains.length - 1 + chains_more;
  return others === 0 ? t('roadmap.leadChain', { chain }) : t('roadmap.leadChains', { chain, count: others });
}
