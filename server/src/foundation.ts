import { join } from 'node:path'
import type { Config } from '#config'
import { type Pictures, startPictures } from '#features/uploads/pictures'
import { type Database, migrate, openDatabase } from '#kit/database'
import { startPostgres } from '#kit/postgres'
import { loadSecret, type Secret } from '#kit/secret'
import { listen, type Signals } from '#kit/signals'
import { diskStore, type Store } from '#kit/store'
import { type Tokens, tokensBy } from '#kit/tokens'

/** What the site and the operator's commands stand on. */
export interface Foundation {
  db: Database
  signals: Signals
  store: Store
  secret: Secret
  tokens: Tokens
  pictures: Pictures
  /** Puts everything down in the order that loses nothing. */
  stop(): Promise<void>
}

/** Starts or finds the database, brings its tables up to date and opens the store. `say` tells the operator of it. */
export async function layFoundation(config: Config, say: (line: string) => void = () => {}): Promise<Foundation> {
  const secret = await loadSecret(config.SECRET_KEY, config.DATA_DIR)
  const postgres = config.DATABASE_URL ? null : await startPostgres(join(config.DATA_DIR, 'postgres'), { say })
  const url = config.DATABASE_URL || postgres!.url
  const db = openDatabase(url, config.DATABASE_POOL)
  try {
    const migrated = await migrate(url)
    if (migrated.length) say(`Database brought up to date: ${migrated.join(', ')}`)
    const signals = await listen(url)
    const store = await diskStore(join(config.DATA_DIR, 'files'))
    const pictures = startPictures({ workers: config.IMAGE_WORKERS, waiting: 200, say })
    const stop = async () => {
      await pictures.stop()
      await signals.stop()
      await db.destroy()
      await postgres?.stop()
    }
    return { db, signals, store, secret, tokens: tokensBy(secret.keyFor('tokens')), pictures, stop }
  } catch (error) {
    await db.destroy()
    await postgres?.stop()
    throw error
  }
}
