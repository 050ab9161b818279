import { pictureLimits } from '@vitrine/contract/picture-limits'
import type { SignedInUser } from '@vitrine/contract/users'
import { ImageUp } from 'lucide-react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { DeskHeader } from '../../parts/desk-header.tsx'
import { Guarded } from '../../parts/guarded.tsx'
import { byteSize } from '../../parts/size.ts'
import { Outcome } from './outcome.tsx'
import { useUploads } from './use-uploads.ts'
import { words } from './words.ts'

export function ContributorUploadPage() {
  return (
    <Guarded only="user" title={words.title}>
      {(user) => <UploadPage user={user} />}
    </Guarded>
  )
}

export function AdminUploadPage() {
  return (
    <Guarded only="admin" title={words.title}>
      {(user) => <UploadPage user={user} />}
    </Guarded>
  )
}

/** Takes images by button and by drag and drop, and says of each how it went. Spec section 2. */
function UploadPage({ user }: { user: SignedInUser }) {
  const { all, upload, refuse, again } = useUploads()
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: { 'image/png': ['.png'] },
    maxSize: pictureLimits.fileBytes,
    noClick: true,
    noKeyboard: true,
    onDrop: (taken, rejected) => {
      if (rejected.length) refuse(rejected.map((one) => ({ file: one.file, reason: reasonOf(one) })))
      if (taken.length) upload(taken)
    },
  })
  return (
    <>
      <DeskHeader user={user} />
      <main id="content" tabIndex={-1} className="wide py-10">
        <h1 className="display text-[clamp(2rem,4vw,3rem)]!">{words.title}</h1>
        <div
          {...getRootProps({
            className: `bold-checks mt-7 grid min-h-80 place-items-center rounded-3xl p-4 outline-2 outline-dashed -outline-offset-2 ${isDragActive ? 'outline-accent' : 'outline-edge'}`,
          })}
        >
          <input {...getInputProps()} />
          <div className="glass grid justify-items-center rounded-3xl px-8 py-8 text-center">
            <ImageUp aria-hidden="true" size={34} strokeWidth={1.5} />
            <p className="heading mt-3">{isDragActive ? words.dropNow : words.drop}</p>
            <p className="mt-1.5 mb-5 max-w-[42ch] text-soft">{words.hint}</p>
            <button type="button" className="button main" onClick={open}>
              {words.choose}
            </button>
          </div>
        </div>
        <Outcome all={all} again={again} />
      </main>
    </>
  )
}

function reasonOf({ errors }: FileRejection): string {
  const tooLarge = errors.some(({ code }) => code === 'file-too-large')
  return tooLarge ? words.tooLarge(byteSize(pictureLimits.fileBytes)) : words.notPng
}
