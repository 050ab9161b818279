import type { Database } from '#kit/database/pool'
import type { Logger } from '#kit/logger'
import { decideReports } from '../queue/decide.ts'
import { imagesDue } from './counter-notices.sql.ts'

interface ReturnDeps {
  backgroundDb: Database
  log: Pick<Logger, 'warn'>
}

/**
 * Reinstates the pictures whose counter-notice is old enough and about which no admin said otherwise; a nightly job.
 * One that fails is tried again in the next night, and holds up no other.
 */
export async function returnPictures({ backgroundDb, log }: ReturnDeps): Promise<void> {
  const noOne = { id: null, client: { address: '', user_agent: '' } }
  const decision = { verb: 'reinstate', seen_report_id: 0, sentence: '', note: '' } as const
  for (const image of await imagesDue(backgroundDb))
    try {
      await backgroundDb.transaction().execute((transaction) => decideReports(transaction, noOne, image, decision))
    } catch (error) {
      log.warn({ err: error, image }, 'a picture did not return after its counter-notice')
    }
}
