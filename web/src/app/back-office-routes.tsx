import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { backOfficePages } from '#shells/back-office/pages.ts'
import { lazyPage } from './lazy-page.tsx'

type Rooms = Record<string, keyof typeof backOfficePages>

/** The pages of a back office by their names in contract/pages.ts: `of` comes before each. */
export function backOfficeRoutes<Of extends string, R extends Rooms>(of: Of, only: Role, rooms: R) {
  const routes = Object.entries(rooms).map(([name, page]) => [of + name, backOfficeRoute(only, page)])
  return Object.fromEntries(routes) as { [Name in keyof R & string as `${Of}${Name}`]: ReturnType<typeof lazyPage> }
}

/** A page with all that stands around it, in chunks that visitors never load. */
function backOfficeRoute(only: Role, name: keyof typeof backOfficePages) {
  return lazyPage(async () => {
    const [{ BackOfficeLayout: Office }, { backOfficePages: officePages }] = await Promise.all([
      import('#shells/back-office/back-office-layout.tsx'),
      import('#shells/back-office/pages.ts'),
    ])
    const page = await officePages[name]()
    return () => <Office only={only} {...page} />
  })
}
