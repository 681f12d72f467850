import { oneOf, type Raw } from '../../search';
import { type Zoom, zooms } from './scale';

export interface Search {
  view?: 'table';
  zoom?: Zoom;
}

/** validateSearch reads the look of the roadmap; the timeline that fits is left out of the address. */
export function validateSearch(raw: Raw): Search {
  const zoom = zooms.find((one) => one === oneOf(raw, 'zoom'));
  return {
    view: oneOf(raw, 'view') === 'table' ? 'table' : undefined,
    zoom: zoom === 'fit' ? undefined : zoom,
  };
}
