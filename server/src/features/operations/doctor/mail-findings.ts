import { createTransport } from 'nodemailer'
import type { Config } from '#config'
import { systemErrorText } from '../../../setting-parsers.ts'
import { type Finding, fault } from './finding.ts'

/** Connects and signs in to the mail server; nothing is sent. */
export async function mailFindings({ SMTP_URL }: Config): Promise<Finding[]> {
  if (!SMTP_URL) return []
  const transport = createTransport({ url: SMTP_URL, connectionTimeout: 10_000, greetingTimeout: 10_000 })
  try {
    await transport.verify()
    return []
  } catch (error) {
    return [fault(`The server in SMTP_URL cannot be used: ${systemErrorText(error)}.`)]
  } finally {
    transport.close()
  }
}
