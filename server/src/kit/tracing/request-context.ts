import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is answered, or the one that queued the job that runs. */
export interface RequestContext {
  id: string
  /** The pattern of the route, or the task of the job; asked for when it is logged. */
  origin(): string
  /** The visitor's network (of IPv6 the /48), parsed when asked for; undefined where visitors cannot be told apart. */
  network?(): string | undefined
}

const current = new AsyncLocalStorage<RequestContext>()

/** For whom the current code runs; undefined for what no request caused. */
export const requestContext = (): RequestContext | undefined => current.getStore()

/** Lines of the log and jobs of the work carry the id of the request. */
export const runInRequest = <T>(context: RequestContext, work: () => T): T => current.run(context, work)
