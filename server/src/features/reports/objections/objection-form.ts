import { objections } from '@vitrine/contract/calls/visitors/objections'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { PageForm } from '#kit/pages/page-forms'

/** The form by which a contributor objects: it leads to its own page, which says what becomes of it. */
export const objectionForm: PageForm = {
  path: pages.objection.path,
  call: objections.send,
  leadsTo: (reply) => pages.objection.href({ secret: (reply as Reply<typeof objections.send>).secret }),
}
