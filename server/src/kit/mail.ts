import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

/** A mail in words: paragraphs, and links on lines of their own. It goes out as text and as HTML. */
export interface Letter {
  to: string
  subject: string
  lines: (string | { href: string; label: string })[]
}

export type SendMail = (letter: Letter) => Promise<void>

export interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password where the server wants them; '' writes files instead. */
  url: string
  from: { name: string; address: string }
  /** Where the files are written. */
  folder: string
}

/** Sends mails over SMTP, or writes them as files whose paths the log names. Throws when the mail was not taken. */
export function mailer({ url, from, folder }: MailSettings, log: Log): SendMail {
  const deliver = url ? overSmtp(url) : intoFolder(folder, log)
  return ({ to, subject, lines }) =>
    deliver({
      from,
      to: { name: '', address: to }, // as one address, whatever it holds: nothing in it makes a second recipient
      subject,
      text: textOf(lines),
      html: htmlOf(subject, lines),
      // Nobody is to answer a machine with his holiday (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
}

type Message = import('nodemailer').SendMailOptions

/** Milliseconds that a mail server may stay silent. */
const patience = 10_000

function overSmtp(url: string) {
  const limits = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
  return async (message: Message) => {
    const { createTransport } = await nodemailer()
    await createTransport({ url, ...limits }).sendMail(message)
  }
}

function intoFolder(folder: string, log: Log) {
  return async (message: Message) => {
    const { createTransport } = await nodemailer()
    const made = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
    // A mail may open an account: its owner alone reads it.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
    const path = join(folder, name)
    await writeFile(path, made.message as Buffer, { mode: 0o600 })
    log.info({ path }, 'No SMTP_URL is set, so a mail was written to a file')
  }
}

/** It takes 0.2 s to load, and most starts send nothing. */
const nodemailer = () => import('nodemailer')

const textOf = (lines: Letter['lines']) =>
  `${lines.map((line) => (typeof line === 'string' ? wrapped(line) : `${line.label}:\n${line.href}`)).join('\n\n')}\n`

/** Text whose lines have at most 76 characters goes out as it is, so that a link can be copied from the file. */
const wrapped = (text: string) => text.replaceAll(/(.{1,76})(?:\s+|$)/g, '$1\n').trimEnd()

function htmlOf(title: string, lines: Letter['lines']): string {
  const body = lines.map((line) => `<p>${typeof line === 'string' ? escaped(line) : linkOf(line)}</p>`)
  return `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body>${body.join('')}</body></html>`
}

const linkOf = ({ href, label }: { href: string; label: string }) => `<a href="${escaped(href)}">${escaped(label)}</a>`

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
