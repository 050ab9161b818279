/** How much of a picture an artificial intelligence made, by what is stated. */
export type AiShare = 'yes' | 'partly'

/** IPTC's NewsCodes "Digital Source Type"; `ai` is what a code says of artificial intelligence, null for nothing. */
export const digitalSources = {
  trainedAlgorithmicMedia: { ai: 'yes' },
  compositeWithTrainedAlgorithmicMedia: { ai: 'partly' },
  compositeSynthetic: { ai: 'partly' },
  algorithmicMedia: { ai: null },
  algorithmicallyEnhanced: { ai: null },
  dataDrivenMedia: { ai: null },
  digitalArt: { ai: null },
  digitalCreation: { ai: null },
  digitalCapture: { ai: null },
  computationalCapture: { ai: null },
  virtualRecording: { ai: null },
  screenCapture: { ai: null },
  humanEdits: { ai: null },
  minorHumanEdits: { ai: null },
  softwareImage: { ai: null },
  composite: { ai: null },
  compositeCapture: { ai: null },
  negativeFilm: { ai: null },
  positiveFilm: { ai: null },
  print: { ai: null },
} as const satisfies Record<string, { ai: AiShare | null }>

export type DigitalSource = keyof typeof digitalSources
export const digitalSourceIds = Object.keys(digitalSources) as [DigitalSource, ...DigitalSource[]]

/** Where in a file its source is stated: in XMP, as IPTC says, or in its Content Credentials (C2PA). */
export const sourcePlaces = ['xmp', 'c2pa'] as const
export type SourcePlace = (typeof sourcePlaces)[number]

/** What a file states of how it came about; it is not verified. */
export interface FileSource {
  source: DigitalSource
  place: SourcePlace
  /** The program that it names as its maker; empty where it names none. */
  generator: string
}

const aiTexts = { yes: 'was made with AI', partly: 'was partly made with AI' } satisfies Record<AiShare, string>

/** What the file says of artificial intelligence, in a sentence; null where it says nothing. */
export function fileSourceText(stated: FileSource | null): string | null {
  const ai = stated && digitalSources[stated.source].ai
  if (!ai) return null
  const where = stated.place === 'c2pa' ? 'The file’s Content Credentials say' : 'The file says'
  return `${where} it ${aiTexts[ai]}${stated.generator && ` (${stated.generator})`}. This is not verified.`
}
