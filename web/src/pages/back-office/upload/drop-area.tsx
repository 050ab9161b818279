import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import FolderOpen from 'lucide-react/icons/folder-open'
import ImageUp from 'lucide-react/icons/image-up'
import { useRef } from 'react'
import { SmallButton } from '#ui/button.tsx'
import { messages } from './messages.ts'

interface ChooseButtonsProps {
  onChoose: () => void
  onFolder: (images: File[], skippedNames: string[]) => void
}

type DropAreaProps = ChooseButtonsProps & { isOver: boolean; isReading: boolean }

const layout = 'grid min-h-[min(420px,60dvh)] flex-1 place-items-center rounded-3xl p-4'

/** The drop target while there are no drafts, and buttons that choose images or a folder. */
export function DropArea({ isOver, isReading, ...choosing }: DropAreaProps) {
  return (
    <div className={`checkerboard-bold ${layout} outline-2 outline-edge outline-dashed -outline-offset-2`}>
      <div className="glass grid justify-items-center gap-5 rounded-3xl p-8">
        <p className="heading flex items-center gap-3">
          <ImageUp size={30} strokeWidth={1.5} />
          {isReading ? messages.reading : isOver ? 'Let go to add them' : messages.drop}
        </p>
        <div className="flex flex-wrap justify-center gap-2.5">
          <ChooseButtons {...choosing} />
        </div>
      </div>
    </div>
  )
}

export function ChooseButtons({ onChoose, onFolder }: ChooseButtonsProps) {
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
      <SmallButton className="main" onClick={onChoose} text="Choose images" />
      <SmallButton onClick={() => input.current?.click()} text="Choose a folder">
        <FolderOpen size={17} />
      </SmallButton>
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
