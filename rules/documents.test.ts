import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { api } from '@vitrine/contract/api'
import { backOfficePages } from '@vitrine/contract/pages'
import { expect, test } from 'vitest'
import { settings, testSettings } from '../server/src/config.ts'

// The rules of what is written: documents, citations and words. Each lists what breaks it, with its place.

const exclude = ['**/node_modules/**', '**/dist/**', '.git/**', '.cache/**', 'data/**', 'test-results/**']
const list = (pattern: string) => globSync(pattern, { exclude }).map((file) => file.replaceAll('\\', '/'))
const code = list(
  '{*.{ts,mjs},{contract,server,web,e2e,bench,deploy,rules,scripts}/**/*.{ts,tsx,mjs},server/migrations/*.sql}',
)
const documents = list('{*.md,{docs,decisions}/**/*.md}')
const pages = list('decisions/[0-9]*.md').sort()
const textOf = (file: string) => readFileSync(file, 'utf8')

/** Every line of these files for which `broken` names something, as `file:line: what`. */
function breaking(files: string[], broken: (line: string, file: string) => string[]): string[] {
  return files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, at) => broken(line, file).map((what) => `${file}:${at + 1}: ${what}`)),
  )
}

test('the rules see code and documents', () => {
  expect(code.length).toBeGreaterThan(400)
  expect(documents).toContain('docs/requirements.md')
  expect(pages.length).toBeGreaterThan(27)
})

test('every requirement that is cited has its anchor in docs/requirements.md, and only one', () => {
  const anchors = [...textOf('docs/requirements.md').matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)
  expect(anchors.length).toBeGreaterThan(100)
  expect(anchors.filter((id, at) => anchors.indexOf(id) !== at)).toEqual([])
  const cited = (line: string) =>
    [...line.matchAll(/requirements(?:\.md)?[^)#]{0,3}(#[\w-]+(?:, #[\w-]+)*)/g)].flatMap(([, all]) => all!.split(', '))
  const unknown = (line: string) => cited(line).filter((id) => !anchors.includes(id.slice(1)))
  expect(code.flatMap((file) => textOf(file).split('\n').flatMap(cited)).length).toBeGreaterThan(80)
  expect(breaking([...code, ...documents], unknown)).toEqual([])
  const outside = /\b(spec(ification)? section|section \d+ of the spec)/i
  expect(breaking([...code, ...documents], (line) => (outside.test(line) ? [line.trim()] : []))).toEqual([])
})

/** Lists of all images and of one’s own, and how long they are. */
const requiredLists = ['approved', 'pending', 'rejected', 'total'].flatMap((status) =>
  ['', 'user/'].flatMap((whose) => ['', '-images-length'].map((what) => `GET /images/${whose}${status}${what}/`)),
)
const withoutParamNames = (call: string) => call.replaceAll(/\{\w+\}|:\w+/g, '{}')

test('every required call is in the contract (requirements: #calls)', () => {
  const calls = Object.values(api).flatMap((group) =>
    Object.values(group).map(({ method, path }) => withoutParamNames(`${method} ${path}`)),
  )
  // The rows of the table that are one call; the others are lists and the configuration of the CDN.
  const rows = [...textOf('docs/requirements.md').matchAll(/^ {2}\| `([A-Z]+ \/[^`,]+)` \|/gm)].map(([, call]) => call!)
  expect(rows).toHaveLength(23)
  const configuration = ['GET', 'POST'].map((method) => `${method} /configuration/cloudflare/config/`)
  const required = [...rows, ...requiredLists, ...configuration].map(withoutParamNames)
  expect(required.filter((call) => !calls.includes(call))).toEqual([])
  expect(new Set(calls).size, 'no call is listed twice').toBe(calls.length)
})

test('every decision that is cited exists', () => {
  const numbers = new Set(pages.map((page) => page.slice(10, 14)))
  const unknown = (line: string) =>
    [...line.matchAll(/decisions?[ /](\d{4})\b/gi)].map(([, number]) => number!).filter((one) => !numbers.has(one))
  expect(breaking([...code, ...documents], unknown)).toEqual([])
})

test('decisions are numbered without gaps, listed, dated, and have a status that is true', () => {
  expect(pages.map((page) => Number(page.slice(10, 14)))).toEqual(pages.map((_, at) => at + 1))
  const index = textOf('decisions/README.md')
  for (const page of pages) {
    const text = textOf(page)
    expect(text, page).toMatch(/^# \d{4}\. /)
    expect(text, page).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/m)
    expect(index, page).toContain(`(${page.slice(10)})`)
    const status = /^Status: (accepted|(?:amended|superseded) by (\d{4}))$/m.exec(text)
    expect(status, `${page} has no known status`).not.toBeNull()
    const next = status![2] && pages.find((one) => one.startsWith(`decisions/${status![2]}`))
    if (status![2]) expect(textOf(next!), `${next} does not name ${page}`).toContain(page.slice(10, 14))
  }
})

test('every link of a document leads somewhere', () => {
  const dead = (line: string, file: string) =>
    [...line.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, to]) => to!)
      .filter((to) => !/^(https?:|mailto:|#)/.test(to))
      .filter((to) => !existsSync(join(dirname(file), to.split('#')[0]!)))
  expect(breaking(documents, dead)).toEqual([])
})

const isProductPath =
  /^(\.\/)?(data|DATA_DIR|originals|previews|copies|covers|avatars|evidence|work|test-results|\.cache|web\/dist)(\/|$)/
const isPlaceholder = /[<{|]|NNNN|:\/\//
const isMimeType = /^(image|application|text)\//
const isFile = /[\w*]\.(tsx?|mjs|md|css|json|sql)$/

/** In backticks, or alone between spaces as in the README's map of the folders. */
const pathsIn = (line: string) =>
  [...line.matchAll(/`([^`\s]+)`|(?<=^|\s)([\w*./-]+(?:\/|\.(?:tsx?|mjs|md)))(?=\s|$)/g)]
    .map(([, quoted, alone]) => (quoted ?? alone)!)
    .filter((path) => path.includes('/') || isFile.test(path))
    .filter((path) => !/^[@/]/.test(path) && !isPlaceholder.test(path) && !isMimeType.test(path))
    .filter((path) => !isProductPath.test(path) && !existsSync(join('node_modules', path)))

test('every path that a document names exists', () => {
  const roots = ['', 'server', 'server/src', 'server/src/features', 'web/src', 'contract']
  const names = list('**/*').map((file) => basename(file))
  const addresses: string[] = Object.values(backOfficePages).map(({ path }) => path)
  // A name without a folder, or a pattern of names, is that of any file.
  const isNamed = (name: string) =>
    names.some((one) => (name.startsWith('*') ? one.endsWith(name.slice(1)) : one === name))
  const exists = (path: string) =>
    path.includes('/') ? roots.some((root) => existsSync(join(root, path))) : isNamed(path)
  const dead = (line: string) => pathsIn(line).filter((path) => !exists(path) && !addresses.includes(path))
  // A superseded decision and the changelog name what there was.
  const current = documents.filter((file) => file !== 'CHANGELOG.md' && !/^Status: superseded/m.test(textOf(file)))
  expect(current.flatMap((file) => textOf(file).split('\n').flatMap(pathsIn)).length).toBeGreaterThan(150)
  expect(breaking(current, dead)).toEqual([])
})

test('docs/settings.md has the settings of config.ts in its order, but for those of tests, and the README no others', () => {
  const defaultOf = (name: string, fallback: string) =>
    name === 'IMAGE_WORKERS' ? 'cores, at most 4' : fallback && `\`${fallback}\``
  const rowsOfConfig = Object.entries(settings)
    .filter(([name]) => !(name in testSettings))
    .map(([name, [fallback]]) => `| \`${name}\` | ${defaultOf(name, fallback)} |`)
  expect(textOf('docs/settings.md').match(/^\| `[A-Z_\d]+` \| .*? ?\|(?= \w| `)/gm)).toEqual(rowsOfConfig)
  const named = textOf('README.md').match(/^[A-Z_]+(?==)/gm)
  expect(named).toHaveLength(8)
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(named!))
})

test('no line of code or prose is longer than 120 characters, and none is left out of formatting', () => {
  // Tables and addresses cannot be wrapped.
  const long = (line: string) => (line.length > 120 && !/^\s*\||https?:\/\//.test(line) ? [`${line.length}`] : [])
  const files = [...code, ...documents].filter((file) => !/^rules\/documents/.test(file))
  expect(breaking(files, long)).toEqual([])
  expect(breaking(files, (line) => (line.includes('biome-ignore format') ? [line.trim()] : []))).toEqual([])
})

// Names that were once invented here for techniques that have textbook names (docs/style.md).
const bannedNames =
  /\b(asked|kept|heard|standing|ground|grounds|manners|fate|motifs?|alikes|alikeUpTo|lookOf|lookers?|doors|behind|foundation|layFoundation|surroundings|sitting|happenings?|glow|whoIs|noteFresh|bringIn|layTogether|keepIndexing|takeBack|plainly|Members|sideBySide|sealing|announce|tellSoon|PngWalker|newcomer|rooms|Room|Door|byWhom|fresh|mostFresh|forgetting|hosted|hosted_id|former_pub_no|clear_share_column|rests_until|gathers_from|told_at)\b/
// In quotes `nobody` is the Unix account.
const bannedPhrases =
  /\b(whoever|nobody(?!['`])|lists? of bits|the house|those of these|staircase|stairs|anew|whatever the|he|his|him|himself|riddle|(go|goes) without saying|behind everybody|in the same breath)\b/i

/** A line without strings, regular expressions, comments and the texts of JSX. */
const codeOf = (line: string) =>
  line
    .replace(/^\s*(\/\*\*?|\*|\/\/|--).*$/, '')
    .replace(/\s(\/\/|--) .*$/, '')
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\/[^/*\s][^/]*\/[a-z]*/g, "''")
    .replace(/>[^<>{}]*</g, '><')

test('techniques have their textbook names, and people are “they”', () => {
  // Decision 0028 quotes the old words; what visitors read in the pages, and tests that quote it, is plain English.
  const exempt = /^(rules\/documents\.test\.ts|CHANGELOG\.md|docs\/style\.md|decisions\/0028-.*)$/
  const isInterfaceText = (file: string) => /^web\/src\/.*messages\.ts$|^e2e\//.test(file)
  const found = (line: string, file: string) => {
    const name = /\.md$/.test(file) ? null : bannedNames.exec(codeOf(line))
    const phrase = bannedPhrases.exec(isInterfaceText(file) ? codeOf(line) : line)
    return [name?.[0], phrase?.[0]].filter((one) => one !== undefined)
  }
  const files = [...code, ...documents].filter((file) => !exempt.test(file))
  expect(breaking(files, found)).toEqual([])
})

// docs/security.md has a row for each requirement of OWASP ASVS 5.0: number, level, meaning, state, proof or reason.
const card = 'docs/security.md'
type Row = [number: string, level: string, meaning: string, state: string, proof: string]
const rows = textOf(card)
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => line.slice(2, -2).split(/(?<!\\) \| /) as Row) // a bar inside of a cell has a backslash
const partsOf = (proof: string) => proof.split('<br>').map((part) => part.replaceAll('\\|', '|'))

/** The level of each requirement, by chapter and section; 10 (OAuth) and 17 (WebRTC) do not apply. */
const levels = {
  1: '22 1111122223 112222222223 222 123',
  2: '122 112 12223 23',
  3: '3 113 12223 11222233 11122333 3 22333',
  4: '12233 23333 22 1222',
  5: '2 112333 113 222',
  6: '122 111111112222 11223333 112233 22222333 2223 33 2222',
  7: '222 1111 22 11222 223 22',
  8: '1233 1123 133 23',
  9: '111 1222',
  11: '2233 22233 11233 1222 23 23 33',
  12: '12233 11 22223',
  13: '2333 222223 2233 1222233',
  14: '22 12223333 122',
  15: '12233 12233 1222222 3333',
  16: '2 22222 2222 222 2223',
}

test('the security card has each requirement of levels 1 and 2 once, in order, with its level', () => {
  const requirements = Object.entries(levels).flatMap(([chapter, sections]) =>
    sections
      .split(' ')
      .flatMap((section, at) => [...section].map((level, n) => [`${chapter}.${at + 1}.${n + 1}`, level])),
  )
  const numbers = rows.map(([number]) => number)
  const expected = requirements.filter(([number, level]) => level !== '3' || numbers.includes(number!))
  expect(rows.map(([number, level]) => [number, level])).toEqual(expected)
})

test('what is met on the security card has a proof or a document, and all else a reason', () => {
  const words = { met: /^`.+`: |\]\(/, partly: /\.$/, 'not met': /\.$/, operator: /\.$/, 'not applicable': /\.$/ }
  const isReasoned = ([, , , state, proof]: Row) =>
    partsOf(proof).some((part) => words[state as keyof typeof words]?.test(part))
  expect(rows.filter((row) => !isReasoned(row))).toEqual([])
  const count = (state: string, level: string) => rows.filter((row) => row[3] === state && row[1] === level).length
  const sums = Object.keys(words).map((state) => [state, ...['1', '2', '3'].map((level) => count(state, level))])
  expect(textOf(card)).toContain(sums.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
})

test('every proof on the security card exists: words of a file, or the title of a test that is not skipped', () => {
  const titlesOf = (text: string) =>
    [...text.matchAll(/(?:\b(?:test|describe)((?:\.\w+)*)|\))\(\s*(['"`])((?:\\.|(?!\2).)+)\2,/g)]
      .filter(([, modifiers]) => !/\.(skip|todo|fixme)\b/.test(modifiers ?? ''))
      .map(([, , , title]) => title!.replaceAll("\\'", "'"))
  const isThere = (file: string, words: string) => {
    if (!existsSync(file)) return false
    return /\.(test|spec)\.ts$/.test(file)
      ? titlesOf(textOf(file)).includes(words)
      : textOf(file).replaceAll(/\s+/g, ' ').includes(words)
  }
  const proofs = rows.flatMap(([number, , , , proof]) =>
    partsOf(proof).flatMap((part) => {
      const [, file, words] = /^`([^`]+)`: (.+)$/.exec(part) ?? []
      return file ? [{ number, file, words: words! }] : []
    }),
  )
  expect(proofs.length).toBeGreaterThan(300)
  expect(proofs.filter(({ file, words }) => !isThere(file, words))).toEqual([])
})
