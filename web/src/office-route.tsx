import type { Role } from '@vitrine/contract/endpoint'
import { later } from './later.tsx'
import type { officePages } from './office-pages.ts'

type Rooms = Record<string, keyof typeof officePages>

/** The pages of a back office by their names in contract/pages.ts: `of` comes before each. */
export function office<Of extends string, R extends Rooms>(of: Of, only: Role, rooms: R) {
  const routes = Object.entries(rooms).map(([name, page]) => [of + name, roomOf(only, page)])
  return Object.fromEntries(routes) as { [Name in keyof R & string as `${Of}${Name}`]: ReturnType<typeof later> }
}

/** A page with all that stands around it, in chunks that visitors never load. */
function roomOf(only: Role, name: keyof typeof officePages) {
  return later(async () => {
    const [{ Office }, { officePages }] = await Promise.all([import('./parts/office.tsx'), import('./office-pages.ts')])
    const page = await officePages[name]()
    return () => <Office only={only} {...page} />
  })
}
