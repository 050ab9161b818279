import { type RawBuilder, sql } from 'kysely'
import { allRows } from '#kit/database/statements'
import { type CheckContext, type Inspection, pageSize } from '../inspections.ts'

/** A rule that one statement compares all rows with. */
export interface RowRule {
  /** Selects what breaks it: a `key` for the repair, and a `text` that says what is wrong. */
  broken: RawBuilder<unknown>
  remedy: string
  /** Missing where nothing can be done. */
  repair?(key: string, context: CheckContext): Promise<unknown>
  /** The same for all that was found, where that takes one statement. */
  repairAll?(keys: string[], context: CheckContext): Promise<unknown>
}

interface BrokenRow {
  key: string
  text: string
}

export const rowInspection =
  (subject: string, context: CheckContext) =>
  (rule: RowRule): Inspection => ({
    subject,
    async *pages() {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const rows: BrokenRow[] = await brokenRows(context, rule, sql`key collate "C" > ${after}`)
        if (rows.length) yield rows.map(({ key }) => key)
        after = rows.at(-1)?.key
      }
    },
    async inspect(keys) {
      const rows = await brokenRows(context, rule, sql`key = any(${keys})`)
      const found = rows.map(({ key }) => key)
      const repairOf = repairOfEach(rule, found, context)
      return rows.map(({ key, text }) => {
        const repair = repairOf(key)
        return { key, text, identity: key, remedy: rule.remedy, ...(repair && { repair }) }
      })
    },
  })

/** What mends all at once is done with the first that is to be mended. */
function repairOfEach({ repair, repairAll }: RowRule, keys: string[], context: CheckContext) {
  let repaired: Promise<unknown> | undefined
  return (key: string) => {
    if (repairAll) return async () => void (await (repaired ??= repairAll(keys, context)))
    return repair && (async () => void (await repair(key, context)))
  }
}

const brokenRows = ({ backgroundDb }: CheckContext, { broken }: RowRule, condition: RawBuilder<unknown>) =>
  allRows<BrokenRow>(backgroundDb)`
    select key, text from (select key::text as key, text from (${broken}) as rule) as broken where ${condition}
    order by key collate "C" limit ${pageSize}`

export const imageName = sql`
  format('image %s (%s, of %s)', images.id, images.slug, (select username from users where users.id = images.owner_id))`
