import type { ageFilters, listOrders } from '@vitrine/contract/calls/back-office/lists'
import type { TransparencyKind } from '@vitrine/contract/vocabulary/filters'

export const messages = {
  aiFacets: {
    unknown: 'Nothing said of AI',
    no: 'Made without AI',
    partly: 'Partly made with AI',
    yes: 'Made with AI',
    contradicted: 'File says AI, contributor says none',
  },
  names: {
    finding: 'Findings',
    transparency: 'Transparency',
    licence: 'Licence',
    ai: 'AI',
    category: 'Category',
    keywords: 'Keywords',
    age: 'Uploaded',
    reason: 'Rejected because',
    flag: 'Flags',
    username: 'Contributor',
  },
  transparencies: { cutout: 'Cut out', soft: 'Soft parts', none: 'Nothing clear' } satisfies Record<
    TransparencyKind,
    string
  >,
  ages: {
    day: 'in the last 24 hours',
    week: 'in the last week',
    month: 'in the last month',
    older: 'over a month ago',
  } satisfies Record<(typeof ageFilters)[number], string>,
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    title: 'Title',
    downloads: 'Most downloaded',
    size: 'Largest file',
  } satisfies Record<(typeof listOrders)[number], string>,
  views: { grid: 'Grid', table: 'Table' },
}
