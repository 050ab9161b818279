/** What visitors filter by: all but those said to be made with AI, those said to be made without, or those with it. */
export const aiFilters = ['exclude', 'none', 'only'] as const
export type AiFilter = (typeof aiFilters)[number]
