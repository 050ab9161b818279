import { errors } from '@vitrine/contract/errors'
import { feedPaths } from '@vitrine/contract/feeds'
import { describe, expect, test } from 'vitest'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { backOfficeOf } from '#test/back-office'
import { created, credentialsChunk, manifest } from '#test/content-credentials'
import { aNewPng, aPng, chunk, xmpChunk } from '#test/png'
import { createImage, createUser, openAppWithPeople, openTestApp, uploadPng } from '#test/test-app'
import { readZip } from '#test/zip-reader'

const { testApp, app, ada, admin } = await openAppWithPeople()

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype'

const pngWith = (extra: Buffer) => aNewPng({ chunks: [extra] })
const aiCredentials = () =>
  credentialsChunk(manifest([created('trainedAlgorithmicMedia')], { claim_generator: 'Dream 2' }))
/** A published image of which its contributor says this. */
const stated = (ai_made: string, png = aNewPng(), title = 'Kite') =>
  createImage(testApp, ada, { png, title, ai_made } as Parameters<typeof createImage>[2], admin)
const image = (png: Buffer) => stated('unknown', png)
const get = async (url: string) => (await app.inject(url)).json()
const reply = async ({ slug }: { slug: string }) => (await get(`/api/v1/images/${slug}/`)).image
const { list, sendCsv, update } = backOfficeOf(testApp)

const original = pngWith(aiCredentials())
const madeWithAi = await image(original)

test('what a file says is read from its Content Credentials, and told as what is not verified', async () => {
  const digital_source_url = `${sourceTypes}/trainedAlgorithmicMedia`
  expect(await reply(madeWithAi)).toMatchObject({
    file_source: { source: 'trainedAlgorithmicMedia', place: 'c2pa', generator: 'Dream 2' },
    provenance: ['The file’s Content Credentials say it was made with AI (Dream 2). This is not verified.'],
    digital_source_url,
  })
  const { body } = await app.inject(`/image/${madeWithAi.slug}/`)
  expect(body).toContain(`"digitalSourceType":"${digital_source_url}"`)
  expect(body).toContain('Content Credentials say it was made with AI (Dream 2)')
})

test('what a file says is read from its XMP, also nothing of AI; it may be missing or damaged', async () => {
  const source = (code: string) => xmpChunk(`<rdf:RDF><a Iptc4xmpExt:DigitalSourceType="${code}"/></rdf:RDF>`)
  const composite = await reply(await image(pngWith(source('compositeWithTrainedAlgorithmicMedia'))))
  expect(composite.provenance).toEqual(['The file says it was partly made with AI. This is not verified.'])
  const drawn = await reply(await image(pngWith(source('digitalCreation'))))
  expect(drawn).toMatchObject({ provenance: [], digital_source_url: `${sourceTypes}/digitalCreation` })
  const nothing = { file_source: null, provenance: [], digital_source_url: null }
  for (const png of [aPng({ seed: 900 }), pngWith(chunk('caBX', Buffer.alloc(10_000, 0x9f)))])
    expect(await reply(await image(png))).toMatchObject(nothing)
})

test('what a file says stays in the original, byte by byte, and not in what is made of it', async () => {
  const { cloudflare_id } = madeWithAi
  const { rawPayload } = await app.inject(`/api/v1/images/download/${cloudflare_id}/`)
  expect(rawPayload.equals(original)).toBe(true)
  const trimmed = await app.inject(`/api/v1/images/download/${cloudflare_id}/?trim=1`)
  expect(trimmed.statusCode).toBe(200)
  expect(trimmed.rawPayload.includes('caBX')).toBe(false)
})

describe('what the contributor says', async () => {
  const yes = await stated('yes', undefined, 'filterable one')
  const partly = await stated('partly', undefined, 'filterable two')
  await stated('no', undefined, 'filterable three')
  await stated('unknown', undefined, 'filterable four')
  const denied = await stated('no', pngWith(aiCredentials()), 'filterable five')

  test('is told beside what the file says, in feeds and zips too; the greater part of AI counts', async () => {
    const digital_source_url = `${sourceTypes}/trainedAlgorithmicMedia`
    const said = { provenance: ['Made with AI, says the contributor.'], digital_source_url }
    expect(await reply(yes)).toMatchObject({ ai_made: 'yes', file_source: null, ...said })
    expect(await reply(partly)).toMatchObject({
      provenance: ['Partly made with AI, says the contributor.'],
      digital_source_url: `${sourceTypes}/compositeWithTrainedAlgorithmicMedia`,
    })
    expect(await reply(denied)).toMatchObject({
      ai_made: 'no',
      provenance: [
        'Made without AI, says the contributor.',
        'The file’s Content Credentials say it was made with AI (Dream 2). This is not verified.',
      ],
      digital_source_url,
    })
    expect((await app.inject(feedPaths.newest)).body).toContain('Made with AI, says the contributor.')
    const zip = await app.inject(`/api/v1/images/download/?ids=${yes.id}`)
    expect(String(readZip(zip.rawPayload).get('LICENCE.txt'))).toContain('Made with AI, says the contributor.')
  })

  test('is a part of an upload, by id or label, and refused otherwise', async () => {
    const send = (value: string) => uploadPng(testApp, ada, aNewPng(), { name: 'ai_made', value })
    expect((await send('Made with AI')).statusCode).toBe(201)
    expect((await send('perhaps')).json().fields[0].message).toContain('is yes, partly, no or unknown')
  })

  test('filters visitors’ searches, and what the file says with it', async () => {
    const found = async (query: string) => {
      const { images } = await get(`/api/v1/images/approved/?title=filterable&exact=1${query}`)
      return images.map(({ title }: { title: string }) => title).sort()
    }
    const isFiltered = async () => {
      const all = ['filterable five', 'filterable four', 'filterable one', 'filterable three', 'filterable two']
      expect(await found('')).toEqual(all)
      expect(await found('&ai=exclude')).toEqual(['filterable four', 'filterable three'])
      expect(await found('&ai=none')).toEqual(['filterable three'])
      expect(await found('&ai=only')).toEqual(['filterable five', 'filterable one', 'filterable two'])
    }
    await isFiltered()
    await applyIndexQueue(testApp.db)
    await isFiltered()
    const { body } = await app.inject('/?title=filterable&ai=none')
    expect(body).toContain('filterable three')
    expect(body).not.toContain('filterable four')
  })

  test('is changed by edit and CSV, and found in the back office where it denies what the file says', async () => {
    const { images } = await list(ada, 'user/total', { ai: 'contradicted', title: 'filterable' })
    expect(images).toMatchObject([{ id: denied.id, ai_made: 'no', file_source: { place: 'c2pa' } }])
    const { id } = await createImage(testApp, ada, { png: aNewPng(), title: 'By CSV' })
    const { rows } = await sendCsv(ada, `ID,Made with AI\n${id},partly\n`)
    expect(rows[0].changes).toEqual([{ at: 'ai_made', from: 'unknown', to: 'partly' }])
    expect((await update(ada, id, { ai_made: 'no' })).statusCode).toBe(200)
    expect((await list(ada, 'user/total', { title: `${id}` })).images[0].ai_made).toBe('no')
  })

  test('is in the metadata of derivatives, which are made again where it changes', async () => {
    const { id, cloudflare_id } = await stated('unknown', undefined, 'Embedded')
    const trimmed = async () => (await app.inject(`/api/v1/images/download/${cloudflare_id}/?trim=1`)).rawPayload
    expect((await trimmed()).includes('DigitalSourceType')).toBe(false)
    await update(admin, id, { ai_made: 'yes' })
    const source = `${sourceTypes}/trainedAlgorithmicMedia`
    await expect.poll(async () => (await trimmed()).includes(source)).toBe(true)
  })
})

test('where the setting asks for it, uploads and edits without a statement are refused with the reason', async () => {
  const strict = await openTestApp({ AI_STATEMENT: 'required' })
  const eve = await createUser(strict)
  expect((await uploadPng(strict, eve, aNewPng())).json().fields).toEqual([
    { at: 'images.0', message: 'Say whether AI made this picture: ai_made is yes, partly or no.' },
  ])
  const { id } = (await uploadPng(strict, eve, aNewPng(), { name: 'ai_made', value: 'no' })).json().images[0]
  const office = backOfficeOf(strict)
  expect((await office.update(eve, id, { ai_made: 'unknown' })).json().code).toBe('ai_not_said')
  const { rows } = await office.sendCsv(eve, `ID,Made with AI\n${id},unknown\n`)
  expect(rows[0]).toMatchObject({ outcome: 'wrong', message: errors.ai_not_said[1] })
})
