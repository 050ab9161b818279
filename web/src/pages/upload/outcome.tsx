import type { Upload } from './use-uploads.ts'
import { words } from './words.ts'

/** How the uploads went: counts, thumbnails of what arrived, and each refused file with its reason. */
export function Outcome({ all, again }: { all: Upload[]; again: () => void }) {
  if (all.length === 0) return null
  const done = all.filter((one) => one.state === 'success')
  const failed = all.filter((one) => one.state === 'error')
  const loading = all.length - done.length - failed.length
  return (
    <>
      <p role="status" className="mt-6 flex flex-wrap gap-x-6 gap-y-1 font-medium tabular-nums">
        {loading > 0 && <span>{words.uploading(loading)}</span>}
        <span className="text-good">{words.done(done.length)}</span>
        {failed.length > 0 && <span className="text-bad">{words.failed(failed.length)}</span>}
      </p>
      {failed.length > 0 && <Refused failed={failed} again={again} />}
      {done.length > 0 && (
        <section aria-labelledby="uploaded" className="mt-8">
          <h2 id="uploaded" className="heading mb-3">
            {words.uploaded}
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-3">
            {done.map(({ id, image }) => (
              <li key={id} className="panel overflow-clip">
                <div className="checks aspect-square">
                  <img src={image.cloudflare_url} alt="" className="size-full object-contain p-[13%]" />
                </div>
                <p className="truncate px-3 pt-2 font-medium text-sm">{image.title}</p>
                <p className="px-3 pb-2.5 text-soft text-xs">{words.status[image.status]}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Refused({ failed, again }: { failed: Extract<Upload, { state: 'error' }>[]; again: () => void }) {
  return (
    <section aria-labelledby="refused" className="panel mt-6 px-5 py-4">
      <h2 id="refused" className="heading">
        {words.refused}
      </h2>
      <ul className="mt-2 grid gap-1.5">
        {failed.map(({ id, file, reason }) => (
          <li key={id}>
            <strong className="wrap-anywhere font-semibold">{file.name}</strong>
            <span className="text-soft">{` · ${reason}`}</span>
          </li>
        ))}
      </ul>
      {failed.some((one) => one.again) && (
        <button type="button" className="button mt-4" onClick={again}>
          {words.again}
        </button>
      )}
    </section>
  )
}
