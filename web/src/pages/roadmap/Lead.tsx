import { useFormat, useT } from '../../i18n';
import { useRoadmap } from './context';

/** The duration of the whole plan, and what determines its end. */
export function Lead() {
  const t = useT();
  const format = useFormat();
  const { plan, nodes } = useRoadmap();
  const { path } = plan;
  if (path.cycle !== null) return t('roadmap.leadCycle');
  if (plan.epics.length === 0) return t('roadmap.lead');
  const days = t('roadmap.days', { count: Math.round(path.duration * 10) / 10 });
  const names = path.chain.map((uuid) => nodes.get(uuid)?.title ?? '');
  const few = names.length > 4 ? [...names.slice(0, 2), '…', ...names.slice(-1)] : names;
  const text = path.chain.length > 1 ? 'roadmap.leadChain' : 'roadmap.leadOne';
  const unknown = path.unknown.length > 0 ? ` ${t('roadmap.leadUnknown', { count: path.unknown.length })}` : '';
  return t(text, { days, chain: few.join(' → '), count: format.number(names.length) }) + unknown;
}
