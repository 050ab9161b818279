/**
 * What a contributor sends when an image was taken down: a counter-notice answers a notice of copyright (17 U.S.C.
 * 512(g)(3)), an objection is for every reason (Regulation (EU) 2022/2065 article 20). Values are stored.
 */
export const objectionKinds = ['counter_notice', 'objection'] as const
export type ObjectionKind = (typeof objectionKinds)[number]

/** What an admin decides about it; a counter-notice is `returned` by its time, too. Values are stored. */
export const settlementOutcomes = ['returned', 'kept_down'] as const
export type SettlementOutcome = (typeof settlementOutcomes)[number]

/** What became of it; `withdrawn`: its contributor closed their account, and their images leave. Values are stored. */
export const objectionOutcomes = [...settlementOutcomes, 'withdrawn'] as const
export type ObjectionOutcome = (typeof objectionOutcomes)[number]

/**
 * What an admin may do about a take-down: `down`, the picture can come back; `undoable`, the decision can be taken
 * back; `too_late`, the file is not stored any more; `left`, its contributor closed their account, and their images
 * leave; `ended`, this decision does not keep the picture down any more.
 */
export const takeDownStates = ['down', 'undoable', 'too_late', 'left', 'ended'] as const
export type TakeDownState = (typeof takeDownStates)[number]

/** What a counter-notice states; the page shows it, and the mail to the other side repeats it. */
export const counterNoticeStatements = {
  mistake:
    'Under penalty of perjury, I believe in good faith that the picture was taken down by mistake, or because it was ' +
    'mistaken for another.',
  jurisdiction:
    'I consent to the jurisdiction of the federal district court for my address, or, outside of the United States, ' +
    'of any district where this library may be found, and I accept service of process from the person who reported ' +
    'the picture, or their agent.',
} as const
