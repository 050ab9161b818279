import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { drawing } from '#test/drawings'
import { copyrightNotice, reportsOf } from '#test/reports'
import { createImage, createUser, openTestApp } from '#test/test-app'

// What brings back a picture that was taken down, through the door of those who decide.

const testApp = await openTestApp()
const { app, db } = testApp
const ada = await createUser(testApp)
const { admin, report, decide, undo } = await reportsOf(testApp)

/** Each drawing is used once, since a copy of one that was taken down is refused. */
let drawn = 100
const drawNext = () => drawing(++drawn, 64)
const publish = async (title: string, png?: Buffer, owner = ada) =>
  createImage(testApp, owner, { png: png ?? (await drawNext()), title }, admin)
type Image = Awaited<ReturnType<typeof publish>>

async function takeDown(image: Image): Promise<number> {
  const answer = await decide(image.id, { outcome: 'taken_down' })
  expect(answer.statusCode).toBe(200)
  return answer.json().decision
}
async function reportAndTakeDown(image: Image): Promise<number> {
  expect((await report({ slug: image.slug, ...copyrightNotice })).statusCode).toBe(201)
  return takeDown(image)
}
const statusOf = async ({ slug }: Image) => (await app.inject(`/api/v1/images/${slug}/`)).statusCode
const expectStatus = (image: Image, status: number) =>
  expect.poll(() => statusOf(image), { timeout: 10_000 }).toBe(status)

test('a return that was interrupted is finished when its job runs again', async () => {
  const image = await publish('Interrupted heron')
  const decision = await reportAndTakeDown(image)
  await sql`create sequence attempts`.execute(db)
  await sql`
    create function interrupt_first() returns trigger language plpgsql as $$ begin
      if nextval('attempts') = 1 then raise 'interrupted'; end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger interrupt_first before update on images for each row
    when (old.deleted_at is not null and new.deleted_at is null) execute function interrupt_first()`.execute(db)
  expect((await undo(decision)).statusCode).toBe(200)
  await expectStatus(image, 200)
  await sql`drop trigger interrupt_first on images`.execute(db)
})
