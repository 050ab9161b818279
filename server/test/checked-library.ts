import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { readConfig } from '#config'
import { makeCovers } from '#features/gallery/highlights/covers'
import { refreshHighlights } from '#features/gallery/highlights/refresh-highlights'
import { checkLibrary } from '#features/operations/check/check-command'
import type { CheckContext } from '#features/operations/check/inspections'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { backOfficeOf } from './back-office.ts'
import { drawDisc } from './drawings.ts'
import { aPng } from './png.ts'
import { saveProfile } from './profile.ts'
import { createImage, openAppWithPeople, setStatus, type TestUser } from './test-app.ts'

/** A library that has something of all that is checked; `count` images are public. */
export async function openCheckedLibrary(count: number, settings: Record<string, string> = {}) {
  const people = await openAppWithPeople(settings)
  const { testApp, ada, bob, admin } = people
  const { app, db } = testApp
  let seed = 1
  const upload = async (owner: TestUser, title: string, approvedBy?: TestUser) => {
    const isHighlight = seed++ <= 2
    const png = isHighlight ? await drawDisc() : aPng({ seed, width: 320, height: 240 })
    const category = ['animals', 'food', 'technology'][seed % 3]!
    return createImage(testApp, owner, { png, title, keywords: `stone, colour ${seed % 5}`, category }, approvedBy)
  }
  const published = []
  for (let n = 1; n <= count; n++) published.push(await upload(ada, `Published lantern ${n}`, admin))
  const pending = [await upload(bob, 'Pending kettle'), await upload(bob, 'Pending teapot')]
  const rejected = [await upload(bob, 'Rejected spoon'), await upload(bob, 'Rejected fork')]
  const ids = rejected.map(({ id }) => id)
  await setStatus(testApp, admin, ids, 'rejected')
  const trashed = [await upload(ada, 'Trashed plate', admin), await upload(ada, 'Trashed bowl', admin)]
  const { update, replaceFile, discard } = backOfficeOf(testApp)
  await discard(ada, ...trashed.map(({ id }) => id))
  const [edited, replaced] = published.slice(-2)
  await update(ada, edited!.id, { title: 'Another title' })
  await replaceFile(ada, replaced!.id, aPng({ seed: 999 }))
  for (const person of [ada, bob]) await saveProfile(testApp, person, {}, aPng({ seed: person.id }))
  for (const { cloudflare_id } of published.slice(0, 4))
    for (const path of ['api/v1/images/download/?/', 'api/v1/images/download/?/?format=webp', 'media/?/cover.jpg'])
      await app.inject(`/${path.replace('?', cloudflare_id)}`)
  const downloaded = db.selectFrom('images').select('id').where('downloads', '>', 0)
  await vi.waitFor(async () => expect(await downloaded.execute()).toHaveLength(4), 30_000)
  await refreshHighlights(testApp)
  await makeCovers(testApp)
  while ((await applyIndexQueue(db, { waits: true })) > 0);

  const config = readConfig({ DATA_DIR: testApp.folder, IMAGE_WORKERS: '1' })
  const context: CheckContext = { ...testApp, config, isQuick: false, backups: null, strayAfter: 0 }
  return {
    ...people,
    published,
    pending,
    rejected,
    trashed,
    /** Changes rows as no part of Vitrine does: without triggers. */
    corrupt: (statement: string) =>
      db.transaction().execute(async (transaction) => {
        await switchTriggers('disable').execute(transaction)
        await sql.raw(statement).execute(transaction)
        await switchTriggers('enable').execute(transaction)
      }),
    context,
    async check({ isRepair = false, ...changes }: Partial<CheckContext> & { isRepair?: boolean } = {}) {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const bars = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      try {
        return { ...(await checkLibrary({ ...context, ...changes }, { isRepair, settleMs: 50, print })), lines }
      } finally {
        bars.mockRestore()
      }
    },
  }
}
export type CheckedLibrary = Awaited<ReturnType<typeof openCheckedLibrary>>

const switchTriggers = (action: 'enable' | 'disable') =>
  sql.raw(`
    do $$
    declare
      name text;
    begin
      for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute format('alter table %I ${action} trigger user', name);
      end loop;
    end $$`)
