/** A sentence for the operator: a fault keeps something from working, advice does not. */
export interface Finding {
  kind: 'fault' | 'advice'
  text: string
}

export const fault = (text: string): Finding => ({ kind: 'fault', text })
export const advice = (text: string): Finding => ({ kind: 'advice', text })

type Rule = [applies: boolean, text: string]

const findingsWhere =
  (findingOf: (text: string) => Finding) =>
  (...rules: Rule[]): Finding[] =>
    rules.flatMap(([applies, text]) => (applies ? [findingOf(text)] : []))

export const faultsWhere = findingsWhere(fault)
export const adviceWhere = findingsWhere(advice)
