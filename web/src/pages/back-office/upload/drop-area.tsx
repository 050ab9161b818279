import FolderOpen from 'lucide-react/icons/folder-open'
import ImageUp from 'lucide-react/icons/image-up'
import { useRef } from 'react'
import { messages } from './messages.ts'

interface DropAreaProps {
  /** There are images on the list already: they are what the page is about now. */
  isSmall: boolean
  isOver: boolean
  /** Walking through dropped folders takes its time. */
  isReading: boolean
  onChoose: () => void
  onFolder: (images: File[], others: string[]) => void
}

const compactButton = 'small max-sm:flex-1 max-sm:px-1!'

/** Where images are dropped, and the buttons for everybody who does not drag. */
export function DropArea({ isSmall, isOver, isReading, onChoose, onFolder }: DropAreaProps) {
  const sentence = isReading ? messages.reading : isOver ? messages.dropNow : messages.drop
  return (
    <div className={`drop-area checkerboard-bold ${isSmall ? 'small' : ''} ${isOver ? 'drag-over' : ''}`}>
      <div className="glass">
        <p className={`heading flex items-center gap-3 ${isSmall ? 'max-sm:hidden' : ''}`}>
          <ImageUp aria-hidden="true" size={isSmall ? 22 : 30} strokeWidth={1.5} />
          {sentence}
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

function FolderButton({ isSmall, onFolder }: Pick<DropAreaProps, 'isSmall' | 'onFolder'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(element) => {
          input.current = element
          element?.setAttribute('webkitdirectory', '') // React does not know it by name
        }}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget: folder }) => {
          const files = [...(folder.files ?? [])]
          // Chosen again, the same folder is a choice again.
          folder.value = ''
          const images = files.filter(isPng)
          onFolder(images, files.filter((file) => !isPng(file)).map(({ name }) => name)) // biome-ignore format: one thought
        }}
      />
      <button type="button" className={`button ${isSmall ? compactButton : ''}`} onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" size={18} />
        {messages.chooseFolder}
      </button>
    </>
  )
}

const isPng = ({ name, type }: File) => type === 'image/png' || name.toLowerCase().endsWith('.png')
