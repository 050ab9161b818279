export interface CopiedFile {
  headers: Record<string, string>
  bytes: Buffer
}

/** What a server answers, to be answered by another one. */
export async function fetchFile(url: string): Promise<CopiedFile> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name)))
  return { headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const OF_THE_CONNECTION = ['date', 'connection', 'keep-alive', 'content-length']
