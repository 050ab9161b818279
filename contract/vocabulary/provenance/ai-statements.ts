import { type DigitalSource, digitalSources } from './digital-sources.ts'

/** What a contributor says of artificial intelligence; ids are stored. */
export const aiStatements = {
  unknown: { label: 'Not said', sentence: null },
  no: { label: 'Made without AI', sentence: 'Made without AI, says the contributor.' },
  partly: { label: 'Partly made with AI', sentence: 'Partly made with AI, says the contributor.' },
  yes: { label: 'Made with AI', sentence: 'Made with AI, says the contributor.' },
} as const satisfies Record<string, { label: string; sentence: string | null }>

export type AiStatement = keyof typeof aiStatements
export const aiStatementIds = Object.keys(aiStatements) as [AiStatement, ...AiStatement[]]

/** The statement with this id or label, in any case. */
export function findAiStatement(text: string): AiStatement | undefined {
  const sought = text.trim().toLowerCase()
  return aiStatementIds.find((id) => id === sought || aiStatements[id].label.toLowerCase() === sought)
}

/** What back offices filter by; `contradicted`: the file says AI, and the contributor says none. */
export const aiFacets = [...aiStatementIds, 'contradicted'] as const
export type AiFacet = (typeof aiFacets)[number]

export interface StatedSource {
  ai_made: AiStatement
  /** What the file says. */
  source: DigitalSource | null
}

/** What the file says of artificial intelligence. */
export const aiOf = (source: DigitalSource | null) => source && digitalSources[source].ai

/** Whether the file says AI, and the contributor says none. */
export const isContradicted = ({ ai_made, source }: StatedSource) => ai_made === 'no' && aiOf(source) !== null
