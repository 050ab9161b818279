import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { restoreFromTrash } from '#features/images/visibility/states.sql'
import { backOfficeOf } from '#test/back-office'
import { answerAcross, lockTable } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { reportsOf } from '#test/reports'
import { addImages, codeOf, createImage, createUser, openAppWithPeople, setStatus } from '#test/test-app'
import { trashJobs } from './trash-jobs.ts'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const { call, discard, restore, ...backOffice } = backOfficeOf(testApp)
const image = (title: string, owner = ada) => backOffice.image(title, owner)
/** The images that visitors see, in the order of the gallery. */
const shown = async (...images: { id: number }[]) => {
  const { images: all } = (await app.inject('/api/v1/images/approved/')).json() as { images: { id: number }[] }
  return all.map(({ id }) => id).filter((id) => images.some((one) => one.id === id))
}
const reports = await reportsOf(testApp)
const nightly = trashJobs(testApp).nightly as Record<string, () => Promise<void>>

describe('restoring', () => {
  test('brings images back unchanged, at their former position in the gallery, as a second approval does', async () => {
    const [first, second] = [await image('First'), await image('Second')]
    await setStatus(testApp, admin, [first.id], 'approved')
    await setStatus(testApp, admin, [second.id], 'approved')
    await discard(ada, first.id)
    expect(await shown(first, second)).toEqual([second.id])
    expect((await restore(ada, first.id)).json()).toEqual({ message: 'Image restored.', count: 1 })
    expect(await shown(first, second)).toEqual([second.id, first.id])
    await setStatus(testApp, admin, [first.id], 'rejected')
    expect(await shown(first, second)).toEqual([second.id])
    await setStatus(testApp, admin, [first.id], 'approved')
    expect(await shown(first, second)).toEqual([second.id, first.id])
  })

  test('is for admins and for the person who deleted: a contributor cannot undo an admin’s deletion', async () => {
    const one = await image('Taken')
    await discard(admin, one.id)
    expect((await restore(ada, one.id)).json().code).toBe('not_your_images')
    expect((await restore(bob, one.id)).json().code).toBe('not_your_images')
    expect((await restore(admin, one.id)).statusCode).toBe(200)
  })

  test('restores none when one of the images is not in the trash, or was uploaded again meanwhile', async () => {
    const png = aPng()
    const one = await createImage(testApp, ada, { png, title: 'Once' })
    const present = await image('Present')
    await discard(ada, one.id)
    expect(codeOf(await restore(ada, one.id, present.id))).toEqual([404, 'images_not_found'])
    await createImage(testApp, ada, { png, title: 'Again' })
    expect(codeOf(await restore(ada, one.id))).toEqual([409, 'uploaded_again'])
  })
})

describe('the trash', () => {
  test('tells who deleted each image, the latest first; contributors see their own, and no admin’s name', async () => {
    const eve = await createUser(testApp)
    const [[own, taken], foreign] = [await addImages(testApp, eve, ['Own', 'Taken away']), await image('Not mine')]
    await discard(eve, own.id)
    await discard(admin, taken.id)
    await discard(ada, foreign.id)
    const user = { username: eve.username }
    const { images: all } = (await call('GET', 'trash', admin)).json()
    expect(all.slice(0, 3)).toMatchObject([
      { title: 'Not mine', deleted_by: ada.username },
      { title: 'Taken away', deleted_by: admin.username, user },
      { title: 'Own', deleted_by: eve.username, user },
    ])
    expect((await call('GET', 'trash', eve)).json()).toMatchObject({
      count: 2,
      images: [
        { title: 'Taken away', deleted_by: null },
        { title: 'Own', deleted_by: eve.username },
      ],
    })
    await restore(admin, own.id, taken.id, foreign.id)
  })

  test('leaves out what is restored while the list is read', async () => {
    const [one, other] = [await image('Restored'), await image('Stays')]
    await discard(ada, one.id, other.id)
    const answer = await answerAcross(db, () => call('GET', 'trash', ada), {
      lock: lockTable('decision'),
      change: (transaction) => restoreFromTrash(transaction, [one.id]),
    })
    expect(answer.statusCode).toBe(200)
    const ids = answer.json().images.map(({ id }: { id: number }) => id)
    expect([ids.includes(one.id), ids.includes(other.id)]).toEqual([false, true])
    await restore(ada, other.id)
  })

  test('shows its pictures only to those who can see the list', async () => {
    const { id, cloudflare_url } = await createImage(testApp, ada, { png: aPng({ seed: 2 }), title: 'Seen' })
    await setStatus(testApp, admin, [id], 'approved')
    const open = cloudflare_url.split('?')[0]!
    expect((await app.inject(open)).statusCode).toBe(200)
    await discard(ada, id)
    expect((await app.inject(open)).statusCode).toBe(404)
    const [listed] = (await call('GET', 'trash', admin)).json().images
    expect((await app.inject(listed.cloudflare_url)).statusCode).toBe(200)
    await restore(admin, id)
    expect((await app.inject(open)).statusCode).toBe(200)
  })
})

describe('an image that was reported', () => {
  async function reportedAndDeleted(title: string, owner = bob) {
    const one = await image(title, owner)
    await setStatus(testApp, admin, [one.id], 'approved')
    expect((await reports.report({ slug: one.slug, reason: 'person' })).statusCode).toBe(201)
    await discard(owner, one.id)
    return one
  }
  const jobsDone = () => {
    const jobs = sql`select from graphile_worker.jobs where task_identifier = 'empty_trash'`
    return expect.poll(async () => (await jobs.execute(db)).rows).toEqual([])
  }

  test.each([
    ['contributor', bob],
    ['admin', admin],
  ])('is neither removed nor counted when the %s empties the trash, who reads why', async (_, person) => {
    const foreign = await image('Kite of Ada')
    await discard(ada, foreign.id)
    const [reported, other] = [await reportedAndDeleted('Reported kite'), await image('Other kite', bob)]
    await discard(bob, other.id)
    const { images, count } = (await call('GET', 'trash', person)).json()
    expect(images.slice(0, 2)).toMatchObject([
      { id: other.id, is_reported: false },
      { id: reported.id, is_reported: true },
    ])
    const message = 'Images that were reported stay in the trash until the reports are decided about.'
    expect((await call('DELETE', 'deleted-all', person)).json()).toEqual({ message, count: count - 1, staying: 1 })
    await jobsDone()
    expect(await Promise.all([reported.id, other.id, foreign.id].map(exists))).toEqual([true, false, person === bob])
    expect((await restore(bob, other.id)).statusCode).toBe(404)
    expect(await reports.lineOf(reported)).toMatchObject({ count: 1, is_deleted: true })
    await reports.decide(reported.id, { verb: 'keep' })
    const emptied = { message: 'The trash is empty.', count: 1, staying: 0 }
    expect((await call('DELETE', 'deleted-all', person)).json()).toEqual(emptied)
    await jobsDone()
    expect(await exists(reported.id)).toBe(false)
  })

  test('stays after its 30 days, with which others leave, until it is decided about', async () => {
    const { id } = await reportedAndDeleted('Old kite')
    const [old, recent] = [await image('Old', bob), await image('Recent', bob)]
    await discard(bob, old.id, recent.id)
    await sql`update images set trashed_at = now() - interval '31 days' where id in (${id}, ${old.id})`.execute(db)
    await nightly.empty_old_trash!()
    expect(await Promise.all([id, old.id, recent.id].map(exists))).toEqual([true, false, true])
    await reports.decide(id, { verb: 'keep' })
    await nightly.empty_old_trash!()
    expect(await exists(id)).toBe(false)
  })

  test('can be taken down, and is in no trash any more', async () => {
    const { id } = await reportedAndDeleted('Stolen kite')
    await call('DELETE', 'deleted-all', bob)
    expect((await reports.decide(id, { verb: 'take_down' })).statusCode).toBe(200)
    expect((await call('GET', 'trash', bob)).body).not.toContain('Stolen kite')
    expect((await restore(bob, id)).json().code).toBe('image_not_found')
    await nightly.empty_old_trash!()
    expect(await exists(id)).toBe(true)
  })
})

const exists = async (id: number) =>
  (await db.selectFrom('images').select('id').where('id', '=', id).execute()).length === 1
