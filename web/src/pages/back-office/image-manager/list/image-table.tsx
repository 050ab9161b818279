import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { categoryName } from '@vitrine/contract/vocabulary/categories'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { trustLabels } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-texts'
import { contrastClass } from '#image-card/image-src.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { openFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { messages } from '../messages.ts'
import { ItemCheckbox } from './item-checkbox.tsx'
import { type ItemProps, linkProps, markOf } from './item-props.ts'

/** The columns after the title; narrow screens show the first of them only. */
const columns = [
  ['keywords', messages.columns.keywords],
  ['finding', messages.columns.finding],
  ['category', messages.columns.category],
  ['contributor', messages.columns.contributor],
  ['uploaded', messages.columns.uploaded],
  ['size', messages.columns.size],
] as const

export function ImageTableHead() {
  return (
    <thead>
      <tr>
        <th scope="col" className="thumb">
          <span className="sr-only">{messages.columns.picture}</span>
        </th>
        <th scope="col" className="title">
          {messages.columns.title}
        </th>
        {columns.map(([name, label]) => (
          <th key={name} scope="col" className={name}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** An image as a row of a dense table. */
export function ImageRow(props: ItemProps) {
  const { image, isOpen, isUnsaved, isSelected, hasCheckbox, onSelect } = props
  const mark = markOf(image, isUnsaved)
  const keywords = image.keywords.map(({ name }) => name).join(', ')
  return (
    <tr
      data-chosen={isSelected || undefined}
      data-open={isOpen || undefined}
      onClick={({ target }) => (target as Element).closest('a, label') || props.onOpen()}
    >
      <td className="thumb">
        {hasCheckbox && <ItemCheckbox {...{ image, isSelected, onSelect }} />}
        <span className={`row-picture checkerboard ${contrastClass(image)}`}>
          <img src={image.cloudflare_url} width={image.width} height={image.height} alt="" loading="lazy" />
        </span>
      </td>
      <th scope="row">
        <a {...linkProps(props)}>
          <span className={`dot ${image.status}`} />
          <span dir="auto" className="truncate">
            {image.title}
          </span>
          <span className="sr-only">{messages.statuses[image.status]}</span>
          {mark && <span className="text-accent text-xs">{mark}</span>}
        </a>
      </th>
      <td className="keywords" title={keywords}>
        {keywords || messages.none}
      </td>
      <td className="finding">{problemOf(image)}</td>
      <td className="category">{categoryName(image.category) ?? messages.none}</td>
      <td className="contributor" title={image.trust ? trustReason(image.trust) : undefined}>
        {image.user.username}
        {image.trust && <span className="text-soft">{` · ${trustLabels[image.trust.level]}`}</span>}
      </td>
      <td className="uploaded">
        <DateTimeText at={image.created_at} />
      </td>
      <td className="size">{formatFileSize(image.byte_size)}</td>
    </tr>
  )
}

/** Why it was rejected, or what was found. */
function problemOf(image: ManagedImage) {
  if (image.status === 'rejected') return rejectionMessage(image.rejection?.reason ?? '')
  return openFindingsOf(image)
    .map(({ kind }) => findingLabel(kind))
    .join(', ')
}
