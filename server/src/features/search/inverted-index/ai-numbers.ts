import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'

/** Stored in `published.ai` and in term names; never renumbered. Images with 0 are in no posting list of these. */
export const aiNumbers = { unknown: 0, yes: 1, partly: 2, no: 3 } satisfies Record<AiStatement, number>

/** Of images that are said to be made with AI, wholly or in part. */
export const withAi = [aiNumbers.yes, aiNumbers.partly]
