import { DatabaseSync } from 'node:sqlite'
import type { Picture } from '../library.ts'
import { type Engine, FIRST } from './engine.ts'

/** SQLite's FTS5 with Porter's stemmer; a match in the title weighs ten times one in a description. */
export function sqliteEngines(pictures: Picture[]): Engine[] {
  const db = new DatabaseSync(':memory:')
  db.exec(`create virtual table document using fts5(
    title, tags, category, description, tokenize = 'porter unicode61 remove_diacritics 2')`)
  const insert = db.prepare('insert into document (rowid, title, tags, category, description) values (?, ?, ?, ?, ?)')
  db.exec('begin')
  for (const { id, title, keywords, category, description } of pictures)
    insert.run(id, title.replaceAll('_', ' '), keywords.join(' '), category, description)
  db.exec('commit')
  const select = db.prepare(
    `select rowid as id from document where document match ? order by bm25(document, 10, 5, 2, 1), rowid desc
     limit ${FIRST}`,
  )
  const engine = (name: string, operator: string): Engine => ({
    name,
    search(text) {
      const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
      const query = words.map((word) => `"${word}"`).join(operator)
      return query ? select.all(query).map(({ id }) => Number(id)) : []
    },
  })
  return [engine('SQLite FTS5, AND', ' '), engine('SQLite FTS5, OR', ' OR ')]
}
