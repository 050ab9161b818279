import pg from 'pg'

/** A URL, or a function that returns the present one: the embedded PostgreSQL may move to another port. */
export type DatabaseUrl = string | (() => string)

export const currentUrl = (url: DatabaseUrl) => (typeof url === 'string' ? url : url())

/** The client class of a pool, each of whose connections is opened to the present URL. */
export const clientClass = (url: DatabaseUrl) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: currentUrl(url) })
    }
  }
