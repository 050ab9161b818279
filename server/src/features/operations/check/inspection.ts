import type { CommandContext } from '#command'
import type { Store } from '#kit/storage/store'

export interface Finding {
  /** By which it is looked at again. */
  key: string
  text: string
  /** By which a second look knows it again, where the text has numbers that change. */
  identity?: string
  /** What `--repair` does, or what the operator has to do. */
  remedy: string
  /** Mends it; missing where there is nothing to mend it from. */
  repair?(): Promise<void>
}

export interface Inspection {
  subject: string
  /** How many keys there are, for a progress line; missing where one statement looks at all of them. */
  count?(): Promise<number>
  /** The keys of all that is looked at, or of what a first look suspects. */
  pages(): AsyncIterable<string[]>
  inspect(keys: string[]): Promise<Finding[]>
  /** Whether what it compares changes in several steps, so that the second look has to wait for the next ones. */
  isGradual?: boolean
  /** Brings to an end what is under way, before a repair. */
  prepareRepair?(): Promise<void>
}

/** Why something cannot be mended; the message is a sentence for the operator. */
export class RepairError extends Error {}

export interface CheckContext extends CommandContext {
  /** Leaves out the bytes of files. */
  isQuick: boolean
  /** The files of the backups from which lost ones are taken. */
  backups: Store | null
  /** Milliseconds; files of which the database knows nothing may, while they are younger, belong to an upload. */
  strayAfter: number
}

/** Keys of one page. */
export const pageSize = 500
