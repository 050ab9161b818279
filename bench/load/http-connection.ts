import { connect, type Socket } from 'node:net'

export interface ResponseSummary {
  /** 0 when the connection broke. */
  status: number
  /** Of the body, as it was sent. */
  bytes: number
}

/** Stays open, and carries one request at a time. */
export interface Connection {
  /** Sends the text of a request without a body. */
  send(request: string): Promise<ResponseSummary>
  close(): void
}

/**
 * An HTTP client connection that reads no more than status and length of a response: node:http costs a client several
 * times what a server needs to send a cached page. A response without Content-Length counts as a broken connection.
 */
export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url)
  let socket: Socket | null = null
  let resolveResponse: ((response: ResponseSummary) => void) | null = null
  let head: Buffer = emptyBuffer
  let response: ResponseSummary | null = null
  let missing = 0

  const end = (how: ResponseSummary) => {
    const tell = resolveResponse
    resolveResponse = response = null
    head = emptyBuffer
    tell?.(how)
  }
  const broken = () => {
    socket?.destroy()
    socket = null
    end({ status: 0, bytes: 0 })
  }
  const take = (data: Buffer) => {
    let body = data
    if (!response) {
      head = head.length ? Buffer.concat([head, data]) : data
      const at = head.indexOf('\r\n\r\n')
      if (at < 0) return
      response = parseHead(head.toString('latin1', 0, at))
      if (!response) return broken()
      missing = response.bytes
      body = head.subarray(at + 4)
    }
    missing -= body.length
    if (missing <= 0) end(response)
  }
  const open = () => {
    const made = connect({ host: hostname, port: Number(port), noDelay: true })
    made.on('data', take)
    made.on('error', () => {}) // closing follows
    made.on('close', () => made === socket && broken())
    return made
  }

  return {
    send(request) {
      socket ??= open()
      socket.write(request, 'latin1')
      return new Promise((resolve) => {
        resolveResponse = resolve
      })
    },
    close() {
      socket?.destroy()
      socket = null
    },
  }
}

const emptyBuffer = Buffer.alloc(0)

function parseHead(head: string): ResponseSummary | null {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return length === undefined ? null : { status: Number(head.slice(9, 12)), bytes: Number(length) }
}
