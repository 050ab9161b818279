import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import FolderOpen from 'lucide-react/icons/folder-open'
import ImageUp from 'lucide-react/icons/image-up'
import { useRef } from 'react'
import { messages } from './messages.ts'

interface DropAreaProps {
  /** Compact, since images are on the list already. */
  isSmall: boolean
  isOver: boolean
  /** Dropped folders are being read. */
  isReading: boolean
  onChoose: () => void
  onFolder: (images: File[], skippedNames: string[]) => void
}

const compactButton = 'small max-sm:flex-1 max-sm:px-1!'

/** The drop target, and buttons that choose images or a folder. */
export function DropArea({ isSmall, isOver, isReading, onChoose, onFolder }: DropAreaProps) {
  return (
    <div className={`drop-area checkerboard-bold ${isSmall ? 'small' : ''} ${isOver ? 'drag-over' : ''}`}>
      <div className="glass">
        <p className={`heading flex items-center gap-3 ${isSmall ? 'max-sm:hidden' : ''}`}>
          <ImageUp aria-hidden="true" size={isSmall ? 22 : 30} strokeWidth={1.5} />
          {instruction(isReading, isOver)}
        </p>
        <div className={`flex justify-center gap-2.5 ${isSmall ? 'max-sm:flex-1' : 'flex-wrap'}`}>
          <button type="button" className={`button ${isSmall ? compactButton : 'main'}`} onClick={onChoose}>
            {messages.choose}
          </button>
          <FolderButton isSmall={isSmall} onFolder={onFolder} />
        </div>
      </div>
    </div>
  )
}

function instruction(isReading: boolean, isOver: boolean): string {
  if (isReading) return messages.reading
  return isOver ? messages.dropNow : messages.drop
}

function FolderButton({ isSmall, onFolder }: Pick<DropAreaProps, 'isSmall' | 'onFolder'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(element) => {
          input.current = element
          element?.setAttribute('webkitdirectory', '') // not among React's attributes
        }}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget: folder }) => {
          const files = [...(folder.files ?? [])]
          // Reset, so that choosing the same folder again is a change event.
          folder.value = ''
          const { images, skippedNames } = splitByType(files)
          onFolder(images, skippedNames)
        }}
      />
      <button type="button" className={`button ${isSmall ? compactButton : ''}`} onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" size={18} />
        {messages.chooseFolder}
      </button>
    </>
  )
}

/** The images among these files, and the names of the others. */
export const splitByType = (files: File[]) => ({
  images: files.filter(isPng),
  skippedNames: files.filter((file) => !isPng(file)).map(({ name }) => name),
})

const isPng = ({ name, type }: File) =>
  type === originalFormat.mime || name.toLowerCase().endsWith(originalFormat.extension)
