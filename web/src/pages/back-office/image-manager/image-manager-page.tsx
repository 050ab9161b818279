import './image-manager.css'
import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { ImageList } from './image-list.tsx'

export const TotalImagesPage = imageManagerPage('total')
export const ApprovedImagesPage = imageManagerPage('approved')
export const PendingImagesPage = imageManagerPage('pending')
export const RejectedImagesPage = imageManagerPage('rejected')

function imageManagerPage(name: StatusFilter) {
  return (props: BackOfficePageProps) => <ImageList {...props} name={name} />
}
