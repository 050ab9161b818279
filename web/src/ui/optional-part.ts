import { type ComponentType, lazy } from 'react'

/** A component in a chunk of its own; nothing where the chunk or its style sheet does not load. */
export const optionalPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => () => null) }))
