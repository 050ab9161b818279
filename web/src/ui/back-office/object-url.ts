import { useEffect, useState } from 'react'

/** An address of a file for `<img>`, revoked when another file takes its place. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = file && URL.createObjectURL(file)
    setUrl(created)
    return () => {
      if (created) URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}
