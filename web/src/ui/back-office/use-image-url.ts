import { useEffect, useState } from 'react'

/** The URL of an image; that of a file exists while it is shown. */
export function useImageUrl(image: Blob | string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (typeof image === 'string') return setUrl(image)
    const objectUrl = URL.createObjectURL(image)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [image])
  return url
}
