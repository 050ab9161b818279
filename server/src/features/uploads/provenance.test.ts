import { digitalSourceUrl } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { describe, expect, test } from 'vitest'
import { created, credentialsChunk, manifest } from '#test/content-credentials'
import { aPng, chunk, xmpChunk } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
/** A picture with this chunk behind its header. */
function pngWith(extra: Buffer): Buffer {
  const file = aPng({ seed: ++seed })
  return Buffer.concat([file.subarray(0, 33), extra, file.subarray(33)])
}
const aiCredentials = () =>
  credentialsChunk(manifest([created('trainedAlgorithmicMedia')], { claim_generator: 'Dream 2' }))
const image = (png: Buffer) => createImage(testApp, ada, { png, title: 'Kite' }, admin)
const reply = async ({ slug }: { slug: string }) => (await app.inject(`/api/v1/images/${slug}/`)).json().image

describe('what a file says of how it came about', () => {
  test('is read from its Content Credentials, and told as what is not verified', async () => {
    expect(await reply(await image(pngWith(aiCredentials())))).toMatchObject({
      file_source: { source: 'trainedAlgorithmicMedia', place: 'c2pa', generator: 'Dream 2' },
      provenance: ['The file’s Content Credentials say it was made with AI (Dream 2). This is not verified.'],
      digital_source_url: digitalSourceUrl('trainedAlgorithmicMedia'),
    })
  })

  test('is read from its XMP, where it may say nothing of AI', async () => {
    const source = (code: string) => xmpChunk(`<rdf:RDF><a Iptc4xmpExt:DigitalSourceType="${code}"/></rdf:RDF>`)
    const composite = await reply(await image(pngWith(source('compositeWithTrainedAlgorithmicMedia'))))
    expect(composite.provenance).toEqual(['The file says it was partly made with AI. This is not verified.'])
    const drawn = await reply(await image(pngWith(source('digitalCreation'))))
    expect(drawn).toMatchObject({ provenance: [], digital_source_url: digitalSourceUrl('digitalCreation') })
  })

  test('is null where it says nothing, and where what it says is damaged', async () => {
    for (const png of [aPng({ seed: 900 }), pngWith(chunk('caBX', Buffer.alloc(10_000, 0x9f)))])
      expect(await reply(await image(png))).toMatchObject({
        file_source: null,
        provenance: [],
        digital_source_url: null,
      })
  })

  test('stays in the original, byte by byte, and not in what is made of it', async () => {
    const png = pngWith(aiCredentials())
    const { cloudflare_id } = await image(png)
    const original = await app.inject(`/api/v1/images/download/${cloudflare_id}/`)
    expect(original.rawPayload.equals(png)).toBe(true)
    const trimmed = await app.inject(`/api/v1/images/download/${cloudflare_id}/?trim=1`)
    expect(trimmed.statusCode).toBe(200)
    expect(trimmed.rawPayload.includes('caBX')).toBe(false)
  })

  test('is in the structured data of its page', async () => {
    const { slug } = await image(pngWith(aiCredentials()))
    const { body } = await app.inject(`/image/${slug}/`)
    expect(body).toContain(`"digitalSourceType":"${digitalSourceUrl('trainedAlgorithmicMedia')}"`)
    expect(body).toContain('Content Credentials say it was made with AI (Dream 2)')
  })
})
