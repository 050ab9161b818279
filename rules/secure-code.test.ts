import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What product code never does, and the files that do what is dangerous (docs/security.md).

const files = globSync('{*.mjs,{contract,scripts,server/src,web}/**/*.{ts,tsx,mjs}}', {
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/does-not-compile.ts'],
}).map((file) => file.replaceAll('\\', '/'))

const filesWith = (pattern: RegExp, among = files) =>
  among.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()
const serverFiles = files.filter((file) => !file.startsWith('web/'))

test('the rules see the code', () => {
  expect(files.length).toBeGreaterThan(400)
  expect(filesWith(/createHash\(/).length).toBeGreaterThan(5)
})

test('no code is made from text', () => {
  expect(filesWith(/\beval\(|\bnew Function\(|node:vm|setTimeout\(\s*['"`]/)).toEqual([])
})

test('text reaches a page as text', () => {
  const markup = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|createContextualFragment|\bDOMParser\b/i
  expect(filesWith(markup)).toEqual([])
})

test('pages run no script of others, and listen to no message', () => {
  expect(filesWith(/<script[^>]*src=["']https?:|\bjsonp\b|window\.name|document\.domain/i)).toEqual([])
  expect(filesWith(/addEventListener\('message'|\.onmessage/)).toEqual([])
})

test('processes are started by these files alone, with a list of arguments and without a shell', () => {
  expect(filesWith(/node:child_process/)).toEqual([
    'bootstrap.mjs',
    'scripts/installation.mjs',
    'scripts/test-runs.mjs',
    'server/src/imaging/pool/confinement.ts',
    'server/src/imaging/pool/sandboxed-process.ts',
    'server/src/kit/embedded-postgres/binaries.ts',
    'server/src/kit/embedded-postgres/cluster.ts',
    'server/src/kit/embedded-postgres/server-process.ts',
    'server/src/main.ts',
  ])
  // npm is a script on Windows, which only a shell starts; its words are those of package.json.
  expect(filesWith(/(?<![.\w])exec(File)?(Sync)?\(|\bshell:/)).toEqual([
    'bootstrap.mjs',
    'scripts/installation.mjs',
    'scripts/test-runs.mjs',
  ])
})

test('no regular expression, and no SQL, is made from what people send', () => {
  expect(filesWith(/new RegExp\(/, serverFiles)).toEqual([
    'contract/calls/back-office/cdn.ts',
    'contract/calls/back-office/uploads.ts',
    'server/src/features/images/tokenizer.ts',
    'server/src/features/search/question/question.ts',
    'server/src/imaging/png/program-signature.ts',
    'server/src/kit/embedded-postgres/server-process.ts',
    'server/src/kit/http/redact-link-tokens.ts',
    'server/src/kit/pages/page-address.ts',
  ])
  // Words of our own code (columns, thresholds, the direction of an order) and statements that the catalog names.
  expect(filesWith(/sql\.raw\(/, serverFiles)).toEqual([
    'server/src/features/publishing/read-model.sql.ts',
    'server/src/features/search/inverted-index/index-writer.sql.ts',
    'server/src/kit/jobs/job-queue.sql.ts',
  ])
})

test('cryptography is that of Node, jose and Argon2, by algorithms that are approved', () => {
  expect(filesWith(/create(?:Hash|Hmac)\((?!'sha256')/)).toEqual([])
  expect(filesWith(/createCipher(?:iv)?\((?!'aes-256-gcm')/)).toEqual([])
  expect(filesWith(/\b(?:md5|sha1|rc4|des-|ecb|pkcs1|bcrypt|scrypt|pbkdf2)/i, serverFiles)).toEqual([])
  expect(filesWith(/Math\.random\(/, serverFiles)).toEqual([])
})

test('addresses are requested by these files alone, which follow no redirect', () => {
  const clients = filesWith(/\bfetch\(/, serverFiles)
  expect(clients).toEqual([
    'server/src/features/back-office/import/site-client.ts',
    'server/src/features/cdn/cloudflare-client.ts',
    'server/src/features/operations/doctor/doctor-command.ts',
    'server/src/kit/storage/s3-client.ts',
  ])
  expect(filesWith(/redirect: '(?:manual|error)'/, clients)).toEqual(clients)
  expect(filesWith(/from 'node:https'|http\.request\(|http\.get\(/, serverFiles)).toEqual([])
})

test('certificates of other servers are verified', () => {
  expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|sslmode=no-verify|checkServerIdentity/)).toEqual([])
})

interface Locked {
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  link?: boolean
  inBundle?: boolean
}
const locked: Record<string, Locked> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages

test('every package has its hash, and every workspace the version of the product, as an SBOM needs', () => {
  const packages = Object.entries(locked).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  )
  expect(packages.length).toBeGreaterThan(400)
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  const versions = ['', 'contract', 'server', 'web'].map((path) => locked[path]!.version)
  expect(new Set(versions).size).toBe(1)
})

test('installing runs no script of a package', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test('packages of a production have licences that docs/dependencies.md allows', () => {
  const table = readFileSync('docs/dependencies.md', 'utf8').split('## Licences')[1]!
  const allowed = [...table.matchAll(/`([\w.-]+)`/g)].map(([, licence]) => licence)
  const isAllowed = (licence = '') =>
    licence.split(' OR ').some((one) => one.split(' AND ').every((part) => allowed.includes(part)))
  const production = Object.entries(locked).filter(
    ([path, { dev, link }]) => /node_modules/.test(path) && !dev && !link,
  )
  expect(production.length).toBeGreaterThan(200)
  expect(production.filter(([, { license }]) => !isAllowed(license)).map(([path]) => path)).toEqual([])
})

// Components that read what strangers send, with the version that closed their last known hole.
test.each([
  ['sharp', '0.35.0', 'CVE-2026-114113'],
  ['@fastify/busboy', '3.2.6', 'CVE-2026-124724'],
  ['@fastify/multipart', '10.1.5', 'it let busboy older than that in'],
  ['@fastify/static', '9.1.1', 'CVE-2026-6414'],
  ['fastify', '5.12.1', 'CVE-2026-3635'],
])('%s is at least %s (%s)', (name, floor) => {
  const parts = (version: string) => version.split('.').map(Number)
  const found = Object.entries(locked).filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(found.length).toBeGreaterThan(0)
  for (const [, { version }] of found) {
    const [is, least] = [parts(version), parts(floor)]
    const at = is.findIndex((part, i) => part !== least[i])
    expect([version, at < 0 || is[at]! > least[at]!]).toEqual([version, true])
  }
})
