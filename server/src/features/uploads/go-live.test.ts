import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { created, credentialsChunk, manifest } from '#test/content-credentials'
import { nextDrawing } from '#test/drawings'
import { answerAcross } from '#test/interrupted-requests'
import { reportsOf } from '#test/reports'
import { queueOf, send, withLevel } from '#test/sent-pictures'
import { callAs, createUser, openTestApp, setStatus, type TestApp, type TestUser } from '#test/test-app'

test('by default what a trusted contributor uploads waits', async () => {
  const site = await openTestApp()
  const ada = await withLevel(site, await createUser(site, 'admin'), 'trusted')
  expect(await send(site, ada, await nextDrawing())).toMatchObject({ status: 'pending' })
})

describe('where trusted uploads go live', async () => {
  // Without notifications, so that nothing but the upload itself clears the cached replies.
  const testApp = await openTestApp(
    { TRUSTED_UPLOADS: 'live' },
    { notifications: { processName: 'deaf', on() {}, isListening: () => true, stop: async () => {} } },
  )
  const { app, db } = testApp
  const { call, discard, list, update } = backOfficeOf(testApp)
  const { admin, takeDown } = await reportsOf(testApp)
  const trusted = () => withLevel(testApp, admin, 'trusted')

  test('they are public and listed at once, and their history names no reviewer', async () => {
    const ada = await trusted()
    const search = async () => (await app.inject('/api/v1/images/approved/?title=lantern')).json()
    expect((await search()).count).toBe(0)
    const image = await send(testApp, ada, await nextDrawing(), { title: 'Purple lantern' })
    expect(image.status).toBe('approved')
    expect(image.cloudflare_url).not.toContain('?')
    expect((await search()).images).toMatchObject([{ id: image.id }])
    expect((await queueOf(testApp, admin, ada)).count).toBe(0)
    const { decisions } = await list(admin, `history/${image.id}`)
    expect(decisions).toMatchObject([{ status: 'approved', by: null, is_automatic: true }])
    const live = await list(admin, 'approved/details', { flag: 'live_by_level', username: ada.username })
    expect(live.images).toMatchObject([{ id: image.id }])
    const own = await callAs(testApp, ada, 'GET', 'accounts/user/trust')
    expect(own.json()).toMatchObject({ trust: { approved: 0 }, benefits: { goes_live: true } })
  })

  test('those of a new or known contributor wait, and a picture in which something was found', async () => {
    for (const level of ['new', 'known']) {
      const bob = await withLevel(testApp, admin, level)
      expect(await send(testApp, bob, await nextDrawing())).toMatchObject({ status: 'pending' })
    }
    const board = sharp(await nextDrawing()).flatten({ background: '#fff' })
    const image = await send(testApp, await trusted(), await board.png().toBuffer())
    expect(image.findings.length).toBeGreaterThan(0)
    expect(image.status).toBe('pending')
  })

  test('a picture of which the file says AI waits where its contributor denies it', async () => {
    const ada = await trusted()
    const credentials = credentialsChunk(manifest([created('trainedAlgorithmicMedia')]))
    const statedPng = async () => {
      const png = await nextDrawing()
      return Buffer.concat([png.subarray(0, 33), credentials, png.subarray(33)])
    }
    expect(await send(testApp, ada, await statedPng(), { ai_made: 'no' })).toMatchObject({ status: 'pending' })
    expect(await send(testApp, ada, await statedPng(), { ai_made: 'yes' })).toMatchObject({ status: 'approved' })
  })

  test('a picture that looks like another one waits, also like one of their own', async () => {
    const ada = await trusted()
    const png = await nextDrawing()
    expect(await send(testApp, ada, png)).toMatchObject({ status: 'approved' })
    const resized = await sharp(png).resize(150).png().toBuffer()
    expect(await send(testApp, ada, resized)).toMatchObject({ status: 'pending', findings: [] })
    expect(await send(testApp, await trusted(), png)).toMatchObject({ status: 'pending' })
  })

  test('a picture that looks like a blocked one, or that an admin has allowed in spite of it, waits', async () => {
    const png = await nextDrawing()
    const blocked = await send(testApp, await trusted(), png)
    await takeDown(blocked)
    const ada = await trusted()
    const recoloured = await sharp(png).modulate({ hue: 120 }).png().toBuffer()
    expect(await send(testApp, ada, recoloured)).toMatchObject({ status: 'pending' })
    expect(await send(testApp, ada, png)).toBeUndefined()
    await sql`update audit set is_allowed = true where user_id = ${ada.id} and sha256 is not null`.execute(db)
    expect(await send(testApp, ada, png)).toMatchObject({ status: 'pending' })
  })

  describe('what was rejected or withdrawn waits when it is uploaded again', () => {
    const rejectAndDelete = async (ada: TestUser, png: Buffer) => {
      const { id } = await send(testApp, ada, png)
      await setStatus(testApp, admin, [id], 'rejected')
      await discard(ada, id)
    }

    test('after it was deleted, as it is, in another size and by someone else', async () => {
      const [ada, png] = [await trusted(), await nextDrawing()]
      await rejectAndDelete(ada, png)
      expect(await send(testApp, ada, png)).toMatchObject({ status: 'pending' })
      expect(await send(testApp, await trusted(), png)).toMatchObject({ status: 'pending' })
      const other = await nextDrawing()
      await rejectAndDelete(ada, other)
      const resized = await sharp(other).resize(150).png().toBuffer()
      expect(await send(testApp, ada, resized)).toMatchObject({ status: 'pending', findings: [] })
    })

    test.each([
      ['as it is', (png: Buffer) => png],
      ['in another size', (png: Buffer) => sharp(png).resize(150).png().toBuffer()],
    ])('%s, also when it has just left the trash', async (_, alter) => {
      const [ada, png] = [await trusted(), await nextDrawing()]
      await rejectAndDelete(ada, png)
      await call('DELETE', 'deleted-all', ada)
      const own = db.selectFrom('images').select('id').where('owner_id', '=', ada.id)
      await expect.poll(() => own.execute()).toEqual([])
      expect(await send(testApp, ada, await alter(png))).toMatchObject({ status: 'pending', findings: [] })
    })
  })

  test('an upload that fails to go live is there and waits', async () => {
    await sql`
      create function fail_going_live() returns trigger language plpgsql as $$
        begin raise exception 'no decisions today'; end $$`.execute(db)
    await sql`
      create trigger fail_going_live before insert on decision for each row when (new.is_automatic)
      execute function fail_going_live()`.execute(db)
    const image = await send(testApp, await trusted(), await nextDrawing())
    await sql`drop function fail_going_live cascade`.execute(db)
    expect(image).toMatchObject({ status: 'pending' })
  })

  /** Lets something happen between the checks of an upload and its going live. */
  const sendWhile = async (ada: TestUser, happens: (db: TestApp['db'], image: { id: number }) => Promise<unknown>) => {
    const own = db.selectFrom('images').select('id').where('owner_id', '=', ada.id)
    const png = await nextDrawing()
    return answerAcross(db, () => send(testApp, ada, png), {
      lock: (transaction) => sql`select from users where id = ${ada.id} for no key update`.execute(transaction),
      // What waits may be a job.
      change: async (transaction) =>
        happens(transaction, await vi.waitFor(() => own.executeTakeFirstOrThrow(), 30_000)),
    })
  }

  test('a picture waits that is changed meanwhile, or whose contributor is blocked or has left', async () => {
    expect(await sendWhile(await trusted(), async () => {})).toMatchObject({ status: 'approved' })
    const ada = await trusted()
    const image = await sendWhile(ada, async (_, { id }) => {
      expect((await update(ada, id, { ai_made: 'no' })).statusCode).toBe(200)
    })
    expect(image).toMatchObject({ status: 'pending' })
    for (const changes of [{ is_block: true }, { closed_at: new Date() }]) {
      const bob = await trusted()
      const state = { ...changes, is_active: false }
      const change = (db: TestApp['db']) => db.updateTable('users').set(state).where('id', '=', bob.id).execute()
      expect(await sendWhile(bob, change)).toMatchObject({ status: 'pending' })
    }
  })
})
