import type { Feature } from '#feature'
import { runIndexer } from './inverted-index/indexer.ts'

export const search: Feature = {
  background: ({ backgroundDb, log }) => runIndexer(backgroundDb, log),
}
