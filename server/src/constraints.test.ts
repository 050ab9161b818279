import { categories } from '@vitrine/contract/vocabulary/categories'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addImages, openAppWithPeople, setStatus, withoutJobs } from '#test/test-app'

const { testApp, db, ada, admin } = await openAppWithPeople({}, withoutJobs)
const [image, other, waiting] = await addImages(testApp, ada, ['Kettle', 'Owl', 'Waits'], { category_id: 1 })
await setStatus(testApp, admin, [image.id, other.id], 'approved')

test.each([
  ['images_category_id_fkey', 'update images set category_id = 99'],
  ['published_category_id_fkey', 'update published set category_id = 99'],
  ['image_facet_category_id_fkey', 'update image_facet set category_id = 99'],
  ['highlight_set_category_id_fkey', `insert into highlight_set values (99, '2026-01-01', now(), 0, '{}', null)`],
  ['users_hidden_when_blocked', `update users set hides_images = true where not is_block`],
])('%s: the database refuses it of any statement', async (constraint, statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ constraint })
})

test.each([
  ['images_numbered', 'an approved image without a publish number', 'update images set publish_no = null'],
  [
    'images_publish_no_key',
    'a publish number twice',
    'update images set publish_no = (select max(pub_no) from images)',
  ],
  ['published_pub_no_fkey', 'a listed image that is not public', `update images set status = 'rejected'`],
  ['images_hidden_by_block', 'what is not approved as hidden by a block', 'update images set hidden_by_block = true'],
  ['images_trashed_by', 'who trashed what is in no trash', 'update images set trashed_by = owner_id'],
  ['images_blocked_sha256_fkey', 'as taken down what is not refused', 'update images set taken_down_at = now()'],
  ['images_edit', 'an edit of what is not approved', `update images set edit = '{"title": "Owl"}', edit_at = now()`],
  ['images_edit_at', 'an edit of no time', `update images set edit = '{"title": "Owl"}'`],
  ['images_edit_not_empty', 'an edit of nothing', `update images set edit = '{}', edit_at = now()`],
  ['images_edit_whole_file', 'a file without its edit', 'update images set edit_sha256 = sha256'],
])('%s: the database does not store %s', async (constraint, _, change) => {
  const id = /blocked|by_block|edit$/.test(constraint) ? waiting.id : image.id
  await expect(sql.raw(`${change} where id = ${id}`).execute(db)).rejects.toMatchObject({ constraint })
})

test('a keyword has the words by which it is suggested', async () => {
  const insertion = sql`insert into keyword (name, uses) values ('stone', 1)`
  await expect(insertion.execute(db)).rejects.toMatchObject({ table: 'keyword', column: 'words' })
})

test('the table of categories holds those of the contract, in their order', async () => {
  const rows = await db.selectFrom('category').select(['id', 'name', 'value']).orderBy('position').execute()
  expect(rows).toEqual(categories)
})
