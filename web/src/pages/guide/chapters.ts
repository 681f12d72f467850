// The guide's chapters. A part is a heading with paragraphs and bullet points, given by text keys.
import type { TextKey } from '../../i18n';

export type Chapter = 'earned-value' | 'forecast' | 'portfolio' | 'roadmap' | 'time';

export interface Part {
  id: string;
  title: TextKey;
  texts?: readonly TextKey[];
  points?: readonly TextKey[];
}

export interface Content {
  title: TextKey;
  lead: TextKey;
  /** Parts around the list of fields, if the chapter has one. */
  parts: readonly Part[];
  /** How many parts come before the list of fields. */
  fieldsAfter?: number;
}

export const chapters: Record<Chapter, Content> = {
  'earned-value': {
    title: 'guide.earned_value',
    lead: 'guide.earned_value_lead',
    parts: [
      { id: 'measure', title: 'guide.measure', texts: ['guide.measureText', 'guide.measureMoney'] },
      { id: 'example', title: 'guide.example', texts: ['guide.exampleText'] },
      {
        id: 'fair',
        title: 'guide.fair',
        points: ['guide.fairCarried', 'guide.fairBound', 'guide.fairFree', 'guide.fairOutside'],
      },
      { id: 'health', title: 'guide.health', texts: ['guide.healthText'] },
      { id: 'empty', title: 'guide.empty', texts: ['guide.emptyText'] },
      {
        id: 'trust',
        title: 'guide.trust',
        points: ['guide.trustDates', 'guide.trustPoints', 'guide.trustRates', 'guide.trustTime', 'guide.trustAgain'],
      },
    ],
    fieldsAfter: 2,
  },
  forecast: {
    title: 'guide.forecast',
    lead: 'guide.forecast_lead',
    parts: [
      { id: 'plays', title: 'guide.plays', texts: ['guide.playsText', 'guide.pText'] },
      { id: 'schedule', title: 'guide.schedule', texts: ['guide.scheduleText'] },
      {
        id: 'what-if',
        title: 'guide.whatIf',
        texts: ['guide.whatIfText'],
        points: [
          'guide.whatIfScope',
          'guide.whatIfVelocity',
          'guide.whatIfRates',
          'guide.whatIfDates',
          'guide.whatIfGrowth',
        ],
      },
      { id: 'as-of', title: 'guide.asOf', texts: ['guide.asOfText'] },
    ],
  },
  portfolio: {
    title: 'guide.portfolio',
    lead: 'guide.portfolio_lead',
    parts: [
      { id: 'sums', title: 'guide.sums', texts: ['guide.sumsText'] },
      { id: 'quadrant', title: 'guide.quadrant', texts: ['guide.quadrantText'] },
    ],
  },
  roadmap: {
    title: 'guide.roadmap',
    lead: 'guide.roadmap_lead',
    parts: [
      { id: 'dates', title: 'guide.dates', texts: ['guide.datesText'] },
      { id: 'links', title: 'guide.links', texts: ['guide.linksText'] },
    ],
  },
  time: {
    title: 'guide.time',
    lead: 'guide.time_lead',
    parts: [
      { id: 'forms', title: 'guide.forms', texts: ['guide.formsText'] },
      { id: 'rates', title: 'guide.rates', texts: ['guide.ratesText'] },
      { id: 'late', title: 'guide.late', texts: ['guide.lateText'] },
    ],
  },
};

export const chapterNames = Object.keys(chapters) as Chapter[];

export const isChapter = (name: string): name is Chapter => Object.hasOwn(chapters, name);
