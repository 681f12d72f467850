import { oneOf, type Raw } from '../../search';
import { type Zoom, zooms } from './scale';

export interface Search {
  view?: 'table';
  zoom?: Zoom;
}

/** The roadmap's view; the default (a fitted timeline) is omitted from the URL. */
export function validateSearch(raw: Raw): Search {
  const zoom = zooms.find((one) => one === oneOf(raw, 'zoom'));
  return {
    view: oneOf(raw, 'view') === 'table' ? 'table' : undefined,
    zoom: zoom === 'fit' ? undefined : zoom,
  };
}
