import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SettingError, systemErrorText } from './setting-parsers.ts'

type Environment = Record<string, string | undefined>

/** The variable that names the file of settings, which the site and the commands read alike. */
export const fileVariable = 'VITRINE_ENV'

/** None without a file; throws a `SettingError` where it cannot be read, or has a name that is no setting. */
export function readSettingsFile(environment: Environment, names: string[]): Environment {
  const path = environment[fileVariable]
  if (!path) return {}
  const given = parseEnv(readText(path)) as Environment
  const unknown = Object.keys(given)
    .filter((name) => !names.includes(name))
    .toSorted()
  if (unknown.length)
    throw new SettingError(
      `${path} has ${unknown.map((name) => `${name}${suggestion(nearestName(name, names))}`).join(', ')}: ` +
        'there is no such setting.',
    )
  return given
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingError(`The file of settings ${path} cannot be read: ${systemErrorText(error)}.`)
  }
}

/** Sentences on variables of the environment that are probably misspelt settings. */
export const misspeltNames = (environment: Environment, names: string[]): string[] =>
  Object.keys(environment).flatMap((name) => {
    const nearest = names.includes(name) ? undefined : nearestName(name, names)
    return nearest ? [`${name} is no setting and has no effect${suggestion(nearest)}.`] : []
  })

const suggestion = (name: string | undefined) => (name ? ` (did you mean ${name}?)` : '')

/** The setting within two letters, or within one where it has at most five: PATH and HOME belong to others. */
const nearestName = (name: string, names: string[]): string | undefined =>
  names
    .map((setting) => ({ setting, distance: editDistance(name, setting) }))
    .filter(({ setting, distance }) => distance <= (setting.length > 5 ? 2 : 1))
    .toSorted((one, other) => one.distance - other.distance)[0]?.setting

/** The Levenshtein distance of two words. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(one[i - 1] !== other[j - 1]))
    row = next
  }
  return row[other.length]!
}
