/** What a counter-notice states (17 U.S.C. 512(g)(3)); the page shows it, and the mail to the other side repeats it. */
export const counterNoticeStatements = {
  mistake:
    'Under penalty of perjury, I believe in good faith that the picture was taken down by mistake, or because it was ' +
    'mistaken for another.',
  jurisdiction:
    'I consent to the jurisdiction of the federal district court for my address, or, outside of the United States, ' +
    'of any district where this library may be found, and I accept service of process from the person who reported ' +
    'the picture, or their agent.',
} as const

/** How a counter-notice ends; `withdrawn`: its contributor closed their account, and their images leave. */
export const counterNoticeOutcomes = ['reinstate', 'keep_down', 'withdrawn'] as const
export type CounterNoticeOutcome = (typeof counterNoticeOutcomes)[number]
