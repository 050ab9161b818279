import { findConfinement } from '#imaging/pool/confinement'
import { advice, type Finding } from './finding.ts'

/** What confines the processes that decode pictures. */
export async function programFindings(): Promise<Finding[]> {
  const { hasLimits, hasNoNetwork, hasNoFiles } = findConfinement()
  const findings: Finding[] = []
  if (!hasNoFiles)
    findings.push(advice('Processes that decode pictures can read the files of this account. Install bubblewrap.'))
  if (!hasNoNetwork) findings.push(advice('Processes that decode pictures reach the network. Install bubblewrap.'))
  if (!hasLimits)
    findings.push(advice('Processes that decode pictures have no memory limit. Install prlimit (util-linux).'))
  return findings
}
