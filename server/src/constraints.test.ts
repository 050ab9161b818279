import { categories } from '@vitrine/contract/vocabulary/categories'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addImages, openAppWithPeople, setStatus, withoutJobs } from '#test/test-app'

const { testApp, db, ada, admin } = await openAppWithPeople({}, withoutJobs)
const [image] = await addImages(testApp, ada, ['Kettle'], { category_id: 1 })
await setStatus(testApp, admin, [image.id], 'approved')

/** What the database refuses of any statement, by the name of the constraint. */
test.each([
  ['images_category_id_fkey', 'update images set category_id = 99'],
  ['published_category_id_fkey', 'update published set category_id = 99'],
  ['image_facet_category_id_fkey', 'update image_facet set category_id = 99'],
  ['highlight_set_category_id_fkey', `insert into highlight_set values (99, '2026-01-01', now(), 0, '{}', null)`],
])('the constraint %s refuses what it is for', async (constraint, statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ constraint })
})

test('a keyword has the words by which it is suggested', async () => {
  const insertion = sql`insert into keyword (name, uses) values ('stone', 1)`
  await expect(insertion.execute(db)).rejects.toMatchObject({ table: 'keyword', column: 'words' })
})

test('the table of categories holds those of the contract, in their order', async () => {
  const rows = await db.selectFrom('category').select(['id', 'name', 'value']).orderBy('position').execute()
  expect(rows).toEqual(categories)
})
