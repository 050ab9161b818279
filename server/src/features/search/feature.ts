import type { Feature } from '#feature'
import { searchIndex } from './index-command.ts'
import { runIndexer } from './inverted-index/indexer.ts'

export const search: Feature = {
  background: ({ backgroundDb, log }) => runIndexer(backgroundDb, log),
  commands: { index: searchIndex },
}
