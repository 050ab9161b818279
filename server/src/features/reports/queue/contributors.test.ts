import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyAccount } from '#features/own-data/closing/close-account.sql'
import { nextDrawing } from '#test/drawings'
import { answerAcross } from '#test/interrupted-requests'
import { openMailingApp, reportsOf } from '#test/reports'
import { callAs, createImage, createUser } from '#test/test-app'

const { mailServer, testApp } = await openMailingApp()
const { app, db } = testApp
const { admin, publish, pageStatus, report, queue, lineOf, details, decide, undo, runDelayedMails } =
  await reportsOf(testApp)

describe('taking down and blocking in one', () => {
  const personOf = async ({ username }: { username: string }) =>
    (await app.inject({ url: `/api/v1/accounts/users/${username}/`, headers: admin.headers })).json().person
  const isSignedIn = async ({ headers }: { headers: Record<string, string> }) =>
    (await app.inject({ url: '/api/v1/accounts/user/profile/', headers })).statusCode === 200

  test('ends the contributor’s sessions, tells them why, and is taken back as one', async () => {
    const mia = await createUser(testApp)
    const image = await createImage(testApp, mia, { png: await nextDrawing(64), title: 'First of Mia' }, admin)
    const other = await publish('Second of Mia', mia)
    await report({ slug: image.slug, reason: 'offensive' })
    const blocked = await decide(image.id, { outcome: 'taken_down', blocks_contributor: true })
    expect(blocked.statusCode).toBe(200)
    expect(await personOf(mia)).toMatchObject({ is_block: true, is_active: false, hides_images: false })
    expect(await isSignedIn(mia)).toBe(false)
    expect([await pageStatus(image), await pageStatus(other)]).toEqual([410, 200])
    expect((await details(image.id)).decisions).toMatchObject([{ outcome: 'taken_down', has_blocked: true }])
    expect((await undo(blocked.json().decision)).statusCode).toBe(200)
    expect(await personOf(mia)).toMatchObject({ is_block: false, is_active: true })
    await expect.poll(() => pageStatus(image)).toBe(200)
    await decide(image.id, { outcome: 'taken_down', blocks_contributor: true })
    await runDelayedMails()
    const mail = await mailServer.mailTo(mia.email, /We have taken it down/)
    expect(mail).toContain('blocked your account')
  })

  test.each([
    ['the first', [0, 1]],
    ['the second', [1, 0]],
  ])('twice leaves the block when %s is taken back, until both are', async (_, order) => {
    const sue = await createUser(testApp)
    const images = [await publish('First of Sue', sue), await publish('Second of Sue', sue)]
    const decisions: number[] = []
    for (const { id, slug } of images) {
      await report({ slug, reason: 'offensive' })
      decisions.push((await decide(id, { outcome: 'taken_down', blocks_contributor: true })).json().decision)
    }
    for (const n of order) {
      expect(await personOf(sue)).toMatchObject({ is_block: true })
      expect((await undo(decisions[n]!)).statusCode).toBe(200)
    }
    expect(await personOf(sue)).toMatchObject({ is_block: false })
  })

  test('leaves a block that was there before when it is taken back', async () => {
    const noa = await createUser(testApp)
    const image = await publish('Picture of Noa', noa)
    await report({ slug: image.slug, reason: 'offensive' })
    await callAs(testApp, admin, 'PATCH', `accounts/user/admin/update/${noa.id}`, { is_active: false, is_block: true })
    const { decision } = (await decide(image.id, { outcome: 'taken_down', blocks_contributor: true })).json()
    await undo(decision)
    expect(await personOf(noa)).toMatchObject({ is_block: true })
  })

  test('neither blocks nor opens an account that was closed', async () => {
    const eva = await createUser(testApp)
    const image = await publish('Left by Eva', eva)
    await report({ slug: image.slug, reason: 'offensive' })
    await sql`update users set closed_at = now(), is_active = false where id = ${eva.id}`.execute(db)
    const { decision } = (await decide(image.id, { outcome: 'taken_down', blocks_contributor: true })).json()
    expect((await undo(decision)).statusCode).toBe(200)
    const { rows } = await sql`select is_active, is_block from users where id = ${eva.id}`.execute(db)
    expect(rows).toEqual([{ is_active: false, is_block: false }])
  })

  test('is taken back also when the account was closed meanwhile', async () => {
    const ida = await createUser(testApp)
    const image = await publish('Picture of Ida', ida)
    await report({ slug: image.slug, reason: 'offensive' })
    const { decision } = (await decide(image.id, { outcome: 'taken_down', blocks_contributor: true })).json()
    await emptyAccount(db, ida.id, 'no hash', false)
    expect((await undo(decision)).statusCode).toBe(200)
    const row = await db.selectFrom('users').select('is_block').where('id', '=', ida.id).executeTakeFirst()
    expect(row).toEqual({ is_block: true }) // as every closed account
  })

  test('blocks no one whose account is closed while the picture is decided about', async () => {
    const joe = await createUser(testApp)
    const image = await publish('Picture of Joe', joe)
    await report({ slug: image.slug, reason: 'offensive' })
    const decision = () => decide(image.id, { outcome: 'taken_down', blocks_contributor: true })
    const lock = (transaction: typeof db) => emptyAccount(transaction, joe.id, 'no hash', false)
    expect((await answerAcross(db, decision, { lock })).statusCode).toBe(200)
    expect((await details(image.id)).decisions).toMatchObject([{ outcome: 'taken_down', has_blocked: false }])
  })

  test('does not block by another decision, and no admin blocks themselves', async () => {
    const image = await publish('Own of the admin', admin)
    await report({ slug: image.slug, reason: 'words' })
    const own = await decide(image.id, { outcome: 'taken_down', blocks_contributor: true })
    expect([own.json().code, await pageStatus(image)]).toEqual(['not_yourself', 200])
    const bob = await createUser(testApp)
    const pot = await publish('Pot of Bob', bob)
    await report({ slug: pot.slug, reason: 'words' })
    await decide(pot.id, { outcome: 'unchanged', blocks_contributor: true })
    expect(await personOf(bob)).toMatchObject({ is_block: false })
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
