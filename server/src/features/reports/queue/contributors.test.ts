import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyAccount } from '#features/own-data/closing/close-account.sql'
import { setBlock } from '#test/accounts'
import { nextDrawing } from '#test/drawings'
import { answerAcross } from '#test/interrupted-requests'
import { openMailingApp, reportsOf } from '#test/reports'
import { createImage, createUser } from '#test/test-app'

const { mailServer, testApp } = await openMailingApp()
const { app, db } = testApp
const { admin, publish, pageStatus, report, queue, lineOf, details, decide, undo, runDelayedMails } =
  await reportsOf(testApp)

describe('taking down and blocking in one', () => {
  const personOf = async ({ username }: { username: string }) =>
    (await app.inject({ url: `/api/v1/accounts/users/${username}/`, headers: admin.headers })).json().person
  /** A new contributor with a reported picture. */
  async function reported(title: string) {
    const person = await createUser(testApp)
    const image = await publish(title, person)
    await report({ slug: image.slug, reason: 'offensive' })
    return { person, image }
  }
  const takeDownAndBlock = ({ id }: { id: number }) => decide(id, { outcome: 'taken_down', blocks_contributor: true })
  const isSignedIn = async ({ headers }: { headers: Record<string, string> }) =>
    (await app.inject({ url: '/api/v1/accounts/user/profile/', headers })).statusCode === 200

  test('ends the contributor’s sessions, tells them why, and is taken back as one', async () => {
    const mia = await createUser(testApp)
    const image = await createImage(testApp, mia, { png: await nextDrawing(64), title: 'First of Mia' }, admin)
    const other = await publish('Second of Mia', mia)
    await report({ slug: image.slug, reason: 'offensive' })
    const blocked = await takeDownAndBlock(image)
    expect(blocked.statusCode).toBe(200)
    expect(await personOf(mia)).toMatchObject({ is_block: true, is_active: false, hides_images: false })
    expect(await isSignedIn(mia)).toBe(false)
    expect([await pageStatus(image), await pageStatus(other)]).toEqual([410, 200])
    expect((await details(image.id)).decisions).toMatchObject([{ outcome: 'taken_down', has_blocked: true }])
    expect((await undo(blocked.json().decision)).statusCode).toBe(200)
    expect(await personOf(mia)).toMatchObject({ is_block: false, is_active: true })
    await expect.poll(() => pageStatus(image)).toBe(200)
    await takeDownAndBlock(image)
    await runDelayedMails()
    await mailServer.mailTo(mia.email, /(?=[\s\S]*We have taken it down)[\s\S]*blocked your account/)
  })

  test.each([
    ['the first', [0, 1]],
    ['the second', [1, 0]],
  ])('twice leaves the block when %s is taken back, until both are', async (_, order) => {
    const sue = await createUser(testApp)
    const images = [await publish('First of Sue', sue), await publish('Second of Sue', sue)]
    const decisions: number[] = []
    for (const image of images) {
      await report({ slug: image.slug, reason: 'offensive' })
      decisions.push((await takeDownAndBlock(image)).json().decision)
    }
    for (const n of order) {
      expect(await personOf(sue)).toMatchObject({ is_block: true })
      expect((await undo(decisions[n]!)).statusCode).toBe(200)
    }
    expect(await personOf(sue)).toMatchObject({ is_block: false })
  })

  test('leaves a block that was there before when it is taken back', async () => {
    const { person, image } = await reported('Picture of Noa')
    await setBlock(testApp, admin, person)
    await undo((await takeDownAndBlock(image)).json().decision)
    expect(await personOf(person)).toMatchObject({ is_block: true })
  })

  test('neither blocks nor opens an account that was closed', async () => {
    const { person, image } = await reported('Left by Eva')
    await sql`update users set closed_at = now(), is_active = false where id = ${person.id}`.execute(db)
    expect((await undo((await takeDownAndBlock(image)).json().decision)).statusCode).toBe(200)
    const { rows } = await sql`select is_active, is_block from users where id = ${person.id}`.execute(db)
    expect(rows).toEqual([{ is_active: false, is_block: false }])
  })

  test('is taken back also when the account was closed meanwhile', async () => {
    const { person, image } = await reported('Picture of Ida')
    const { decision } = (await takeDownAndBlock(image)).json()
    await emptyAccount(db, person.id, 'no hash', false)
    expect((await undo(decision)).statusCode).toBe(200)
    const row = await db.selectFrom('users').select('is_block').where('id', '=', person.id).executeTakeFirst()
    expect(row).toEqual({ is_block: true }) // as every closed account
  })

  test('blocks no one whose account is closed while the picture is decided about', async () => {
    const { person, image } = await reported('Picture of Joe')
    const lock = (transaction: typeof db) => emptyAccount(transaction, person.id, 'no hash', false)
    expect((await answerAcross(db, () => takeDownAndBlock(image), { lock })).statusCode).toBe(200)
    expect((await details(image.id)).decisions).toMatchObject([{ outcome: 'taken_down', has_blocked: false }])
  })

  test('does not block by another decision, and no admin blocks themselves', async () => {
    const image = await publish('Own of the admin', admin)
    await report({ slug: image.slug, reason: 'words' })
    const own = await takeDownAndBlock(image)
    expect([own.json().code, await pageStatus(image)]).toEqual(['not_yourself', 200])
    const { person, image: pot } = await reported('Pot of Bob')
    await decide(pot.id, { outcome: 'unchanged', blocks_contributor: true })
    expect(await personOf(person)).toMatchObject({ is_block: false })
  })
})

test('the queue counts the other reported pictures of a contributor, and lists those of one', async () => {
  const kim = await createUser(testApp)
  const images = [await publish('First of Kim', kim), await publish('Second of Kim', kim)]
  for (const { slug } of images) await report({ slug, reason: 'words' })
  expect(await lineOf(images[0]!)).toMatchObject({ user: { username: kim.username, reported: 1 } })
  const { count, images: listed } = await queue(`?username=${kim.username}`)
  expect([count, listed.map(({ id }) => id)]).toEqual([2, images.map(({ id }) => id)])
})
