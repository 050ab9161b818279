import type { Licence } from '@vitrine/contract/vocabulary/licences'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { addImages, fieldsOf, openAppWithPeople, setStatus, type TestUser, upload } from '#test/test-app'

const { testApp, app, ada, admin } = await openAppWithPeople({ LICENCES: 'cc-by-4.0,library,cc0' })

const file = () => ({ name: 'images', value: aNewPng(), filename: 'a.png' })
const field = (name: string, value: string) => ({ name, value })
const { row, sendCsv, update: edit, updateMany } = backOfficeOf(testApp)
async function image(licence: Licence, approver?: TestUser) {
  const [added] = await addImages(testApp, ada, ['Kite'], { licence })
  if (approver) await setStatus(testApp, approver, [added.id], 'approved')
  return added
}

test('an upload states a licence and a credit for each file, by default the library’s and the maker', async () => {
  const parts = [field('licence', 'CC0 1.0'), field('licence', ''), field('credit', 'Studio Kite'), file(), file()]
  const { images } = (await upload(testApp, ada, parts)).json()
  const before = Date.now() - 60_000
  const [one, other] = [await row(images[0].id), await row(images[1].id)]
  expect(one).toMatchObject({ licence: 'cc0', credit: 'Studio Kite', rights_version: rightsStatement.version })
  expect(other).toMatchObject({ licence: 'library', credit: '' })
  expect(one.rights_at!.getTime()).toBeGreaterThan(before)
})

test('an upload of as many files as one request takes may state every field of each', async () => {
  const about = { title: 'Kite', description: 'A kite', keywords: 'kite', category: 'food' }
  const more = { licence: 'cc0', credit: 'Ada' }
  const fields = Object.entries({ ...about, ...more }).map(([name, value]) => field(name, value))
  const parts = Array.from({ length: 10 }, () => [...fields, file()])
  expect((await upload(testApp, ada, [field('rights', '2'), ...parts.flat()])).json().images).toHaveLength(10)
})

test.each([
  ['wtfpl', 'There is no licence "wtfpl".'],
  ['mit', 'This library does not take pictures under MIT License, but under cc-by-4.0, library, cc0.'],
])('an upload with the licence %s is refused with the reason', async (licence, message) => {
  const answer = await upload(testApp, ada, [field('licence', licence), file()])
  expect(fieldsOf(answer)).toEqual([400, [{ at: 'images.0', message }]])
})

test('the licence of an image can be changed until visitors can get the file, then to CC0 alone', async () => {
  const { id } = await image('cc0')
  expect((await edit(ada, id, { licence: 'cc-by-4.0', credit: 'Ada' })).statusCode).toBe(200)
  expect(await row(id)).toMatchObject({ licence: 'cc-by-4.0', credit: 'Ada', version: 2 })
  await setStatus(testApp, admin, [id], 'approved')
  expect((await edit(ada, id, { licence: 'library' })).json()).toMatchObject({ code: 'licence_given' })
  expect((await edit(ada, id, { licence: 'cc-by-4.0', title: 'Red kite' })).json().waiting).toBe(1)
  expect((await edit(ada, id, { licence: 'cc0' })).json().waiting).toBe(1)
  expect((await row(id)).licence).toBe('cc-by-4.0')
  await edit(admin, id, { status: 'approved' })
  expect(await row(id)).toMatchObject({ licence: 'cc0', title: 'Red kite' })
  expect((await edit(ada, id, { licence: 'cc-by-4.0' })).json().code).toBe('licence_given')
})

test('the licence stays as given after the image was withdrawn, in a bulk call too, but for admins', async () => {
  const [given, unpublished] = [await image('cc0', admin), await image('cc0')]
  await setStatus(testApp, admin, [given.id], 'pending')
  expect((await edit(ada, given.id, { licence: 'library' })).json().code).toBe('licence_given')
  const answer = await updateMany(ada, { image_ids: [given.id, unpublished.id], licence: 'library' })
  expect(answer.json().code).toBe('licence_given')
  expect((await row(unpublished.id)).licence).toBe('cc0')
  // An admin corrects it, and what it was given under before stays known.
  const { id } = given
  expect((await edit(admin, id, { licence: 'mit' })).json().code).toBe('licence_not_offered')
  expect((await edit(admin, id, { licence: 'library' })).statusCode).toBe(200)
  const { former_licences } = await row(id)
  expect(former_licences).toMatchObject([{ licence: 'cc0', credit: '' }])
})

test('a CSV has the columns Licence and Credit, which go out as they came in', async () => {
  const { id } = await image('library')
  expect((await sendCsv(ada, `ID,License,Credit\n${id},CC BY 4.0,Ada L.\n`)).rows[0].changes).toEqual([
    { at: 'licence', from: 'library', to: 'cc-by-4.0' },
    { at: 'credit', from: '', to: 'Ada L.' },
  ])
  expect(await row(id)).toMatchObject({ licence: 'cc-by-4.0', credit: 'Ada L.' })
  const { body } = await app.inject({ url: '/api/v1/images/export/csv/?list=total', headers: ada.headers })
  expect(body.split('\r\n')[0]).toContain('"Category","Licence","Credit","Made with AI","Status"')
  expect(body).toContain('"cc-by-4.0","Ada L.","unknown","pending"')
})

test('a CSV names the rows whose licence is unknown, not offered or given already', async () => {
  const [given, unpublished] = [await image('cc-by-4.0', admin), await image('library')]
  const wrong = `${given.id},library\n${unpublished.id},mit\n${unpublished.id},odd\n`
  const { rows } = await sendCsv(ada, `ID,Licence\n${wrong}`)
  expect(rows.map(({ message }: { message: string }) => message)).toEqual([
    'This image cannot get the licence "library".',
    'This image cannot get the licence "mit".',
    `Row 3 is about the same image.`,
  ])
})
