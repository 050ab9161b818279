import './filters/filter-bar.css'
import './list/image-table.css'
import './image-manager.css'
import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { ListPage } from './list-page.tsx'

export const TotalImagesPage = imageManagerPage('total')
export const ApprovedImagesPage = imageManagerPage('approved')
export const PendingImagesPage = imageManagerPage('pending')
export const RejectedImagesPage = imageManagerPage('rejected')

function imageManagerPage(name: StatusFilter) {
  return (props: BackOfficePageProps) => <ListPage {...props} name={name} />
}
