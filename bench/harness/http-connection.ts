import { connect, type Socket } from 'node:net'

export interface ResponseSummary {
  /** 0 when the connection broke. */
  status: number
  /** Of the body, as it was sent. */
  bytes: number
}

/**
 * An HTTP client connection that carries one request at a time and reads no more than status and length of a response:
 * node:http costs a client several times what a server needs to send a cached page. It is opened again when it broke; a
 * response without Content-Length counts as a broken connection.
 */
export class Connection {
  readonly #address: { host: string; port: number; noDelay: true }
  #socket: Socket | null = null
  #resolve: (response: ResponseSummary) => void = () => {}
  /** What has arrived of a head that is not complete. */
  #head: Buffer = Buffer.alloc(0)
  #response: ResponseSummary | null = null
  #missing = 0
  /** The server closes the connection after this response, as nginx does after a thousand. */
  #isLast = false

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#address = { host: hostname, port: Number(port), noDelay: true }
  }

  /** Sends the text of a request without a body. */
  send(request: string): Promise<ResponseSummary> {
    this.#socket ??= this.#open()
    this.#socket.write(request, 'latin1')
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  #open(): Socket {
    const socket = connect(this.#address)
    socket.on('data', (data: Buffer) => this.#take(data))
    socket.on('error', () => {}) // closing follows
    socket.on('close', () => socket === this.#socket && this.#end({ status: 0, bytes: 0 }))
    return socket
  }

  #take(data: Buffer) {
    let body = data
    if (!this.#response) {
      this.#head = this.#head.length ? Buffer.concat([this.#head, data]) : data
      const at = this.#head.indexOf('\r\n\r\n')
      if (at < 0) return
      const head = this.#head.toString('latin1', 0, at)
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
      if (length === undefined) return this.#end({ status: 0, bytes: 0 })
      this.#response = { status: Number(head.slice(9, 12)), bytes: Number(length) }
      this.#missing = this.#response.bytes
      this.#isLast = /\r\nconnection: *close/i.test(head)
      body = this.#head.subarray(at + 4)
    }
    this.#missing -= body.length
    if (this.#missing <= 0) this.#end(this.#response)
  }

  #end(response: ResponseSummary) {
    if (!response.status || this.#isLast) this.close()
    this.#isLast = false
    this.#response = null
    this.#head = Buffer.alloc(0)
    this.#resolve(response)
  }
}
