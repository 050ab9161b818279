import {
  type DigitalSource,
  digitalSources,
  digitalSourceUrl,
  type FileSource,
  fileSourceText,
} from './digital-sources.ts'

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

const aiOf = (source: DigitalSource | null) => source && digitalSources[source].ai

/** What counts: the contributor's statement, or that of the file where it says more. */
export function aiInEffect({ ai_made, source }: StatedSource): AiStatement {
  const stated = [ai_made, aiOf(source)]
  return stated.includes('yes') ? 'yes' : stated.includes('partly') ? 'partly' : ai_made
}

/** Whether the file says AI, and the contributor says none. */
export const isContradicted = ({ ai_made, source }: StatedSource) => ai_made === 'no' && aiOf(source) !== null

/** The Digital Source Type (IPTC) of an image; null where nothing is known. */
export function sourceInEffect(image: StatedSource): DigitalSource | null {
  const ai = aiInEffect(image)
  if (aiOf(image.source) === ai) return image.source
  if (ai === 'yes') return 'trainedAlgorithmicMedia'
  return ai === 'partly' ? 'compositeWithTrainedAlgorithmicMedia' : image.source
}

/** The address of that; null where nothing is known. */
export function sourceUrlInEffect(image: StatedSource): string | null {
  const source = sourceInEffect(image)
  return source && digitalSourceUrl(source)
}

/** What contributor and file say of artificial intelligence, in sentences. */
export const provenanceSentences = (ai_made: AiStatement, file: FileSource | null): string[] =>
  [aiStatements[ai_made].sentence, fileSourceText(file)].filter((sentence) => sentence !== null)
