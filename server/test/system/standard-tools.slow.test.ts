import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { pages } from '@vitrine/contract/pages'
import { HtmlValidate } from 'html-validate'
import openapiTS, { astToString, stringToAST } from 'openapi-typescript'
import type { TypeAliasDeclaration } from 'typescript'
import { expect, test } from 'vitest'
import { nextDrawing } from '#test/drawings'
import { aPng } from '#test/png'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, openAppWithPeople } from '#test/test-app'

// What tools that others wrote make of the site.

const { testApp, app, ada, admin } = await openAppWithPeople({ CONTACT_EMAIL: 'hello@png.example' })
const { body: document } = await app.inject('/api/v1/openapi.json')
const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

test('the OpenAPI document is one by its own schema', async () => {
  expect(await new Validator().validate(JSON.parse(document))).toEqual({ valid: true })
})

test('a client generated from the OpenAPI document compiles strictly and does the whole job', async () => {
  const [blob] = stringToAST('type File = Blob') as TypeAliasDeclaration[]
  const types = await openapiTS(document, { transform: (one) => ('contentMediaType' in one ? blob!.type : undefined) })
  await mkdir(join(root, '.cache'), { recursive: true })
  await writeFile(join(root, '.cache/openapi.d.ts'), astToString(types))
  const client = join(root, 'server/test/generated-client')
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', client])

  const pictures = await temporaryFolder()
  for (let at = 1; at <= 12; at++) await writeFile(join(pictures, `picture ${at}.png`), await nextDrawing())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const words = [join(client, 'whole-job.ts'), `${address}/api/v1`, pictures, admin.access_token]
  const { stdout } = await run(process.execPath, words)
  const outcome = { uploaded: 12, approved: 12, found: 'Paper kite', isWhole: true, same: 12, wrong: 0 }
  expect(JSON.parse(stdout)).toEqual(outcome)
}, 180_000)

test('the markup of every kind of page is valid', async () => {
  const { slug } = await createImage(testApp, ada, { png: aPng({ width: 700, height: 900 }), title: 'Fox' }, admin)
  const slots = { slug, username: ada.username, secret: 'a'.repeat(43), uidb64: 'MQ', token: 'x' }
  const addresses = Object.values(pages).map(({ href }) => (href as (of: typeof slots) => string)(slots))
  const others = '/?title=fox /?title=qwzx /?category=Animals /?keyword=fox /?page=9 /nowhere/ /admin/a/'.split(' ')
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })
  for (const address of [...addresses, ...others]) {
    const { results } = await validator.validateString((await app.inject(address)).body)
    const messages = results.flatMap((one) => one.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
    expect([address, messages]).toEqual([address, []])
  }
})
