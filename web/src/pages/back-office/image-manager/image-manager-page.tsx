import type { StatusFilter } from '@vitrine/contract/calls/back-office-lists'
import type { BackOfficePage } from '#shells/back-office/back-office-layout.tsx'
import { ImageList } from './image-list.tsx'
import { messages } from './messages.ts'

const listPage = (name: StatusFilter): BackOfficePage => ({
  title: messages.lists[name],
  Page: ({ user }) => <ImageList user={user} name={name} />,
})

export const total = listPage('total')
export const approved = listPage('approved')
export const pending = listPage('pending')
export const rejected = listPage('rejected')
